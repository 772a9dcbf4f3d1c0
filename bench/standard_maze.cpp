// SPDX-License-Identifier: Apache-2.0
// N robots in the standard benchmark maze, without lasers, on one thread: simulated seconds per
// CPU-second, with the hash of the last state so that a faster wrong answer is seen.
//   bench_standard_maze ../shared/data/bench/standard-maze.json [ROBOTS] [SECONDS] [CLASS]
#include <fmt/core.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/mission.h"
#include "apps/support.h"
#include "bench/maze.h"

namespace {

using namespace rubble;
using bench::maze_from;

int measure(const std::string& path, int robots, double seconds, const std::string& robot_class) {
  std::ifstream file(path);
  const auto json = nlohmann::json::parse(file, nullptr, false);
  if (json.is_discarded())
    return apps::fail({{path}, "is not there or no JSON; expected the standard maze"});
  sim::Simulation simulation(maze_from(json), {});
  const std::vector<std::string> team(static_cast<std::size_t>(robots), robot_class);
  if (const auto added = apps::add_robots(simulation, team); !added)
    return apps::fail(added.error());
  if (const auto added = apps::add_pilots(simulation, "wander"); !added)
    return apps::fail(added.error());
  const auto warm_up = apps::run_mission(simulation, 1.0, nullptr, [](double) {});
  const auto outcome = apps::run_mission(simulation, seconds, nullptr, [](double) {});
  if (!outcome || !warm_up) return 1;
  double distance = 0.0;
  for (const apps::RobotOutcome& robot : outcome->robots) distance += robot.distance;
  fmt::print(
      "standard_maze {:>3} x {}  {:6.2f} simulated s per CPU-s  {:5.1f} us per robot and tick  "
      "contacts/tick {:.1f}  iterations/robot {:.1f}  mean distance {:.2f} m  hash {:016x}\n",
      robots, robot_class, seconds / outcome->cpu_seconds,
      1e6 * outcome->cpu_seconds / static_cast<double>(outcome->ticks) / robots,
      static_cast<double>(outcome->contacts) / static_cast<double>(outcome->ticks),
      static_cast<double>(outcome->iterations) / static_cast<double>(outcome->ticks) / robots,
      distance / robots, outcome->state_hash);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string path = argc > 1 ? argv[1] : "../shared/data/bench/standard-maze.json";
  const std::string robot_class = argc > 4 ? argv[4] : "P3AT";
  const double seconds = argc > 3 ? std::atof(argv[3]) : 20.0;
  if (argc > 2) return measure(path, std::atoi(argv[2]), seconds, robot_class);
  for (const int robots : {1, 10, 50})
    if (const int code = measure(path, robots, seconds, robot_class); code != 0) return code;
  return 0;
}
