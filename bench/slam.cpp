// SPDX-License-Identifier: Apache-2.0
// bench_slam LOG ...: CPU time of reading and mapping logs, and a hash of where the robot was.
#include <fmt/core.h>

#include <ctime>

#include "rubble/base/hash.h"
#include "rubble/logs/robot_log.h"
#include "rubble/slam/2d/graph_slam.h"
#include "rubble/slam/2d/planar_scan.h"

namespace {

double cpu_now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace

int main(int argc, char** argv) {
  using namespace rubble;
  fmt::print("scans  loops  read s  track s  finish s  per scan ms  hash              log\n");
  for (int k = 1; k < argc; ++k) {
    const double begin = cpu_now();
    const auto log = logs::read_robot_log(argv[k]);
    if (!log) {
      fmt::print(stderr, "{}\n", log.error().to_string());
      return 3;
    }
    const auto scans = slam::planar_scans(*log);
    const double read = cpu_now();
    slam::GraphSlam slam;
    for (const auto& scan : scans) slam.add_scan(scan);
    const double tracked = cpu_now();
    slam.finish();
    const double finished = cpu_now();
    Hash hash;
    for (const Pose2& pose : slam.poses()) hash.add(pose.x).add(pose.y).add(pose.theta);
    fmt::print("{:5}  {:5}  {:6.2f}  {:7.2f}  {:8.2f}  {:11.2f}  {:016x}  {}\n", scans.size(),
               slam.report().loop_closures, read - begin, tracked - read, finished - tracked,
               1e3 * (finished - read) / static_cast<double>(scans.size()), hash.value(), argv[k]);
  }
}
