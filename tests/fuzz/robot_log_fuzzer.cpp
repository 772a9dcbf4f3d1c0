// SPDX-License-Identifier: Apache-2.0
// Any bytes as a log to be mapped, CARMEN or USARSim: what comes out is in order and finite, and
// the doctor can look at it.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "rubble/base/log.h"
#include "rubble/logs/doctor/log_doctor.h"
#include "rubble/logs/robot_log.h"
#include "rubble/slam/2d/planar_scan.h"
#include "scratch_file.h"

namespace rubble::logs {
namespace {

template <class Moments>
void check_order(const Moments& moments) {
  RUBBLE_ASSERT(std::is_sorted(moments.begin(), moments.end(),
                               [](const auto& a, const auto& b) { return a.stamp < b.stamp; }));
  for (const auto& moment : moments) RUBBLE_ASSERT(std::isfinite(moment.stamp));
}

void check_pose(const Pose2& pose) {
  RUBBLE_ASSERT(std::isfinite(pose.x) && std::isfinite(pose.y) && std::isfinite(pose.theta));
}

void check_sweep(const logs::RobotLog& log, const logs::LaserScan& sweep) {
  RUBBLE_ASSERT(sweep.laser >= 0 && static_cast<std::size_t>(sweep.laser) < log.lasers.size());
  RUBBLE_ASSERT(std::isfinite(sweep.angle_min) && std::isfinite(sweep.angle_increment));
  RUBBLE_ASSERT(!sweep.ranges.empty());
  for (const float range : sweep.ranges) RUBBLE_ASSERT(std::isnan(range) || range >= 0.0F);
}

void check_log(const logs::RobotLog& log) {
  RUBBLE_ASSERT(!log.laser_scans.empty());
  RUBBLE_ASSERT(log.scan_odometry.empty() || log.scan_odometry.size() == log.laser_scans.size());
  check_order(log.laser_scans);
  check_order(log.odometry);
  check_order(log.attitudes);
  check_order(log.truth);
  for (const logs::LaserScan& sweep : log.laser_scans) {
    check_sweep(log, sweep);
    check_pose(logs::odometry_at(log, sweep.stamp));
  }
  for (const logs::LaserMount& laser : log.lasers)
    RUBBLE_ASSERT(laser.base_from_laser.position.allFinite());
  for (const slam::PlanarScan& scan : slam::planar_scans(log)) {
    check_pose(scan.odometry);
    for (const slam::Vec2f& hit : scan.hits) RUBBLE_ASSERT(hit.allFinite());
    for (const slam::Vec2f& miss : scan.misses) RUBBLE_ASSERT(miss.allFinite());
  }
}

}  // namespace
}  // namespace rubble::logs

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  rubble::set_log_level(rubble::LogLevel::Quiet);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rubble;
  const std::string path = fuzz::scratch_file("robot.log", fuzz::bytes_of(data, size));
  const auto log = logs::read_robot_log(path);
  if (log) {
    logs::check_log(*log);
  } else {
    fuzz::check_sentence(log.error().to_string());
  }
  if (const auto checkup = logs::diagnose(path)) {
    for (const logs::Finding& finding : checkup->findings) fuzz::check_sentence(finding.text);
  } else {
    fuzz::check_sentence(checkup.error().to_string());
  }
  return 0;
}
