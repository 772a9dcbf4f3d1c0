// SPDX-License-Identifier: Apache-2.0
// What robots that have left still cost, and what a large building does: among boxes that never
// move one P3AT drives about with all its usual sensors, then many Kenafs come and go, and it
// drives on. Prints simulated seconds a CPU-second before and after.
//   bench_turnover [KENAFS] [SECONDS] [BOXES]
#include <fmt/core.h>

#include <cstdlib>
#include <ctime>

#include "rubble/sim/simulation.h"

namespace {

using namespace rubble;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::shared_ptr<const Model> box(const std::string& name, const Vec3& size, const Vec3& place) {
  auto model = std::make_shared<Model>();
  model->name = name;
  model->is_static = true;
  model->world_from_model = {place};
  Link link{.name = "link"};
  link.collisions.push_back({.name = "c", .geometry = Box{size}});
  link.visuals.push_back({.name = "v", .geometry = Box{size}});
  model->links.push_back(std::move(link));
  return model;
}

World yard(int boxes) {
  constexpr int kColumns = 60;
  World world;
  world.models.push_back(box("floor", {100, 100, 0.2}, {0, 0, -0.1}));
  for (int i = 0; i < boxes; ++i)
    world.models.push_back(box(fmt::format("box_{}", i), {0.3, 0.3, 0.4},
                               {0.8 * (i % kColumns - 20), 6.0 + 0.8 * (i / kColumns), 0.2}));
  return world;
}

void run(sim::Simulation& simulation, int ticks) {
  for (int i = 0; i < ticks; ++i) simulation.step({});
}

void say(sim::Simulation& simulation, const std::string& robot, const CommandData& order) {
  const std::vector<Command> commands{{robot, order}};
  simulation.step(commands);
  if (simulation.command_results().front().is_done) return;
  fmt::print("{}: {}\n", robot, simulation.command_results().front().text);
  std::exit(1);
}

double rate_of(sim::Simulation& simulation, double seconds) {
  const double before = cpu_seconds();
  run(simulation, static_cast<int>(seconds * kTicksPerSecond));
  return seconds / (cpu_seconds() - before);
}

}  // namespace

int main(int argc, char** argv) {
  const int kenafs = argc > 1 ? std::atoi(argv[1]) : 1200;
  const double seconds = argc > 2 ? std::atof(argv[2]) : 60.0;
  const int boxes = argc > 3 ? std::atoi(argv[3]) : 0;
  LoadSettings load;
  load.resource_folders = default_resource_folders();
  sim::Simulation simulation(yard(boxes), {.seed = 3, .load = load});
  say(simulation, "stays", SpawnRobot{"P3AT", {Vec3(0, 0, 0.2)}, {"usual"}});
  say(simulation, "stays", DriveSides{2.0, 3.0});
  run(simulation, kTicksPerSecond);
  const double alone = rate_of(simulation, seconds);
  const double before = cpu_seconds();
  for (int i = 0; i < kenafs; ++i) {
    say(simulation, "guest", SpawnRobot{"Kenaf", {Vec3(-5, -5, 0.2)}, {"usual"}});
    run(simulation, 2);
    say(simulation, "guest", LeaveWorld{});
  }
  const double each = kenafs > 0 ? (cpu_seconds() - before) / kenafs : 0.0;
  fmt::print(
      "simulated s a CPU-s: {:.1f} alone among {} boxes, {:.1f} after {} Kenafs came and went, "
      "{:.2f} ms each; hash {:016x}\n",
      alone, boxes, rate_of(simulation, seconds), kenafs, 1e3 * each, simulation.state().hash());
  return 0;
}
