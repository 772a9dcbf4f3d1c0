// SPDX-License-Identifier: Apache-2.0
#include "rubble/scenario/scenario.h"

#include "rubble/scenario/add_pilots.h"
#include "rubble/scenario/add_robots.h"

namespace rubble::scenario {
namespace {

Result<World> world_of(const Scenario& scenario, const Observer& observer) {
  if (const auto* given = std::get_if<World>(&scenario.world)) {
    World world = *given;
    add_haze(world, scenario.load);
    return world;
  }
  auto world = load_checked_world(std::get<std::string>(scenario.world), scenario.load);
  if (world) observer.report(world->warnings);
  return world;
}

}  // namespace

Result<std::unique_ptr<Run>> open_run(const Scenario& scenario, const Observer& observer) {
  auto world = world_of(scenario, observer);
  if (!world) return world.error();
  RunStart start;
  start.simulation = std::make_unique<sim::Simulation>(
      *std::move(world), sim::Settings{.seed = scenario.seed,
                                       .threads = scenario.threads,
                                       .load = load_settings(scenario.load),
                                       .allows_model_paths = scenario.allows_model_paths});
  auto commands =
      add_robots(*start.simulation, scenario.robots, {scenario.sensors, scenario.pilot}, observer);
  if (!commands) return commands.error();
  start.first_commands = *std::move(commands);
  if (const auto added = add_pilots(*start.simulation, scenario.pilot); !added)
    return added.error();
  store_load_options(scenario.load, start.settings);
  return std::make_unique<Run>(std::move(start), observer);
}

Result<RunResult> run(const Scenario& scenario, const Observer& observer) {
  auto opened = open_run(scenario, observer);
  if (!opened) return opened.error();
  Run& run = **opened;
  if (const auto writing = run.write_to(scenario.outputs); !writing) return writing.error();
  if (const auto done = run.advance(scenario.duration, observer.progress); !done)
    return done.error();
  if (const auto finished = run.finish(); !finished) return finished.error();
  return run.result();
}

}  // namespace rubble::scenario
