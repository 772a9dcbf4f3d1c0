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
#include "rubble/world/load.h"

namespace {

using namespace rubble;

std::shared_ptr<const Model> static_box(const std::string& name, const Pose& pose,
                                        const Vec3& size) {
  auto model = std::make_shared<Model>();
  model->name = name;
  model->is_static = true;
  model->world_from_model = pose;
  Link link{.name = "link"};
  link.collisions.push_back(
      {.name = "box", .geometry = Box{size}, .surface = {.material = "concrete"}});
  model->links.push_back(std::move(link));
  return model;
}

// Walls 0.1 m thick and 1 m high on a flat floor; each segment reaches 0.05 m past its ends.
World maze_from(const nlohmann::json& json) {
  World world;
  world.name = "standard maze";
  world.gravity = Vec3(0, 0, -9.81);
  world.models.push_back(static_box("floor", {Vec3(0, 0, -0.5)}, {30, 30, 1}));
  for (const auto& wall : json.at("walls")) {
    const double x1 = wall[0], y1 = wall[1], x2 = wall[2], y2 = wall[3];
    const Vec3 size(std::abs(x2 - x1) + 0.1, std::abs(y2 - y1) + 0.1, 1.0);
    world.models.push_back(static_box("wall" + std::to_string(world.models.size()),
                                      {Vec3((x1 + x2) / 2, (y1 + y2) / 2, 0.5)}, size));
  }
  for (const auto& start : json.at("starts"))
    world.starts.push_back({"start" + std::to_string(world.starts.size()),
                            make_pose(start[0], start[1], 0, 0, 0, radians(start[2]))});
  return world;
}

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
