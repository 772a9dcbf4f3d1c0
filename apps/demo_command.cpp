// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <filesystem>

#include "apps/commands.h"
#include "apps/mission.h"
#include "apps/support.h"
#include "rubble/generators/maze.h"

namespace rubble::apps {
namespace {

constexpr const char* kRobots[] = {"Element", "P3AT", "Kenaf", "ATRVJr"};

void tell(const Outcome& outcome, const DemoOptions& options) {
  const double sim_seconds = seconds_at(outcome.ticks);
  fmt::print("\nWhat happened in {:.0f} simulated seconds, computed in {:.1f} CPU-seconds:\n\n",
             sim_seconds, outcome.cpu_seconds);
  for (const RobotOutcome& robot : outcome.robots)
    fmt::print("  {}  {:<9} went {:6.1f} m and bumped into something {} times\n", robot.name,
               robot.robot_class, robot.distance, robot.bumps);
  fmt::print(
      "\n  {} contact points were solved, {:.1f} times faster than real time.\n"
      "  The run ended in state {:016x}: it will, every time you start it.\n\n",
      outcome.contacts, sim_seconds / outcome.cpu_seconds, outcome.state_hash);
  fmt::print(
      "Their ways are drawn in {}.\n\nWhere to go next:\n"
      "  ./rubble maze --seed 7 -o maze7.sdf               another maze\n"
      "  ./rubble run maze7.sdf --robot P3AT --duration 60   a robot in it\n"
      "  ./rubble world list                               the other worlds\n"
      "  ./rubble robots                                   the other robots\n"
      "  ./rubble --help                                   everything\n",
      options.plot);
}

}  // namespace

int demo(const DemoOptions& options) {
  if (const auto written = write_file(options.plot, ""); !written) return fail(written.error());
  const auto text = generators::maze_sdf({.seed = options.seed});
  if (!text) return fail(text.error());
  auto world = load_world_text(*text, "maze " + std::to_string(options.seed), load_settings({}));
  if (!world) return fail(world.error());
  fmt::print("A maze of 15 x 10 m with ramps, victims and odd materials (seed {}), and in it:\n",
             options.seed);
  sim::Simulation simulation(*std::move(world), {.seed = options.seed});
  const std::vector<std::string> robots(std::begin(kRobots), std::end(kRobots));
  if (const auto added = add_robots(simulation, robots); !added) return fail(added.error());
  if (const auto added = add_pilots(simulation, "wander"); !added) return fail(added.error());
  for (std::size_t i = 0; i < robots.size(); ++i) fmt::print("  R{}  {}\n", i + 1, robots[i]);
  fmt::print("Each wanders by itself: ahead, and away from what is near.\n");
  std::fflush(stdout);
  Progress progress("running");
  const auto outcome =
      run_mission(simulation, options.duration, nullptr, [&](double done) { progress.show(done); });
  if (!outcome) return fail(outcome.error(), kRunFailed);
  if (const auto written = write_file(options.plot, plan_svg(simulation.world(), outcome->trails));
      !written)
    return fail(written.error(), kRunFailed);
  tell(*outcome, options);
  return kDone;
}

}  // namespace rubble::apps
