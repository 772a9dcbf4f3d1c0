// SPDX-License-Identifier: Apache-2.0
// N robots in the standard benchmark maze, each with no laser or one of 682 beams, 20 m and 10 Hz,
// on one thread: simulated seconds per CPU-second, with hashes of the last state and of all
// readings so that a faster wrong answer is seen.
//   bench_standard_maze ../shared/data/bench/standard-maze.json [ROBOTS] [BEAMS] [SECONDS] [CLASS]
#include <fmt/core.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "bench/fail.h"
#include "bench/maze.h"
#include "rubble/scenario/scenario.h"
#include "rubble/sensors/sensor_factory.h"

namespace {

using namespace rubble;
using bench::maze_from;

struct Load {
  int robots = 10;
  int beams = 0;  // of each robot's laser; 0 = it has none
  double seconds = 20.0;
  std::string robot_class = "P3AT";
};

Result<void> add_lasers(sim::Simulation& simulation, int beams) {
  auto laser = sensors::spec_of_preset("urg04lx");
  if (!laser) return laser.error();
  laser->settings["lidar/scan/horizontal/samples"] = std::to_string(beams);
  laser->settings["lidar/range/max"] = "20";
  for (std::size_t i = 0; i < simulation.state().robots.size(); ++i)
    if (const auto mounted = simulation.mount(RobotId(i), *laser); !mounted) return mounted;
  return {};
}

int measure(const std::string& path, const Load& load) {
  std::ifstream file(path);
  const auto json = nlohmann::json::parse(file, nullptr, false);
  if (json.is_discarded())
    return bench::fail({{path}, "is not there or no JSON; expected the standard maze"});
  const scenario::RobotRequest request{.robot_class = load.robot_class};
  const auto run =
      scenario::open_run({.world = maze_from(json),
                          .robots = std::vector(static_cast<std::size_t>(load.robots), request),
                          .pilot = "wander"});
  if (!run) return bench::fail(run.error());
  if (load.beams > 0)
    if (const auto added = add_lasers((*run)->simulation(), load.beams); !added)
      return bench::fail(added.error());
  if (const auto warm = (*run)->advance(1.0); !warm) return bench::fail(warm.error());
  (*run)->restart_totals();
  if (const auto done = (*run)->advance(load.seconds); !done) return bench::fail(done.error());
  const scenario::RunResult result = (*run)->result();
  double distance = 0.0;
  for (const scenario::RobotResult& robot : result.robots) distance += robot.distance;
  const double robot_ticks = static_cast<double>(result.ticks) * load.robots;
  fmt::print(
      "standard_maze {:>3} x {} x {:>3} beams  {:6.2f} simulated s per CPU-s  {:5.1f} us per robot "
      "and tick  {:.2f} M rays  contacts/robot {:.1f}  iterations/robot {:.1f}  mean distance "
      "{:.2f} m  state {:016x}  readings {:016x}\n",
      load.robots, load.robot_class, load.beams, load.seconds / result.cpu_seconds,
      1e6 * result.cpu_seconds / robot_ticks, 1e-6 * static_cast<double>(result.rays),
      static_cast<double>(result.contacts) / robot_ticks,
      static_cast<double>(result.iterations) / robot_ticks, distance / load.robots,
      result.state_hash, result.readings_hash);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string path = argc > 1 ? argv[1] : "../shared/data/bench/standard-maze.json";
  Load load;
  if (argc > 5) load.robot_class = argv[5];
  if (argc > 4) load.seconds = std::atof(argv[4]);
  if (argc > 3) load.beams = std::atoi(argv[3]);
  if (argc > 2) load.robots = std::atoi(argv[2]);
  if (argc > 2) return measure(path, load);
  for (const auto& [robots, beams] : {std::pair(1, 0), {10, 0}, {50, 0}, {1, 682}, {10, 682}})
    if (const int code = measure(path, {.robots = robots, .beams = beams}); code != 0) return code;
  return 0;
}
