// SPDX-License-Identifier: Apache-2.0
#include "rubble/scenario/add_pilots.h"

#include <fmt/format.h>

#include <set>

#include "rubble/base/text.h"
#include "rubble/pilots/command_pilot.h"
#include "rubble/pilots/wander.h"
#include "rubble/serialization/command_file.h"

namespace rubble::scenario {
namespace {

template <class... Kinds>
bool is_one_of(const CommandData& command) {
  return (std::holds_alternative<Kinds>(command) || ...);
}

// A command that adds, moves or removes what is not a robot of the beginning.
bool is_for_world(const CommandData& command) {
  return is_one_of<SpawnRobot, LeaveWorld, CreateObject, MoveObject, SpinObject, AddWaypoints,
                   ClearWaypoints, FollowWaypoints, RunConveyor, RemoveObjects, PlaceSmoke>(
      command);
}

// Commands for robots of the beginning are checked before the run; others can only be checked when
// they are executed, since what they are for may come and go.
Result<void> check_commands(const sim::Simulation& simulation,
                            const std::vector<TimedCommand>& commands) {
  std::set<std::string> coming;
  for (const TimedCommand& timed : commands) {
    const Command& command = timed.command;
    if (std::holds_alternative<SpawnRobot>(command.data)) coming.insert(command.robot);
    if (is_for_world(command.data) || coming.contains(command.robot)) continue;
    if (const auto checked = simulation.robots().check(command, simulation.state()); !checked)
      return Error{
          {}, fmt::format("at t = {:g} s: {}", seconds_at(timed.tick), checked.error().message)};
  }
  return {};
}

Result<void> add_command_pilot(sim::Simulation& simulation, const std::string& path) {
  auto commands = read_command_file(path);
  if (!commands) {
    const auto meant = closest_word(path, {"wander", "explore", "none"});
    if (!meant) return commands.error();
    return Error{commands.error().at,
                 commands.error().message + "; did you mean --drive " + *meant + "?"};
  }
  if (const auto checked = check_commands(simulation, *commands); !checked)
    return Error{{path}, checked.error().message};
  simulation.add_pilot(std::make_unique<pilots::CommandPilot>(*std::move(commands)));
  return {};
}

void add_wanderer(sim::Simulation& simulation, RobotId robot) {
  const State& state = simulation.state();
  simulation.add_pilot(std::make_unique<pilots::Wander>(state, state.robots[robot.index()].instance,
                                                        simulation.robots().measures(robot),
                                                        simulation.settings().seed));
}

}  // namespace

Result<const pilots::Explore*> add_explorer(sim::Simulation& simulation, RobotId robot) {
  const Instance& instance =
      simulation.state().instances[simulation.state().robots[robot.index()].instance.index()];
  auto explorer =
      pilots::make_explorer(*instance.model, instance.name, simulation.robots().measures(robot),
                            simulation.settings().seed);
  if (!explorer) return explorer.error();
  for (const std::string& sensor : (*explorer)->required_sensors())
    if (const auto on = simulation.switch_on(robot, sensor); !on) return on.error();
  const pilots::Explore* const pilot = explorer->get();
  simulation.add_pilot(*std::move(explorer));
  return pilot;
}

Result<void> add_pilots(sim::Simulation& simulation, const std::string& pilot) {
  if (pilot == "none") return {};
  if (pilot != "wander" && pilot != "explore") return add_command_pilot(simulation, pilot);
  for (std::size_t i = 0; i < simulation.state().robots.size(); ++i) {
    if (pilot == "wander")
      add_wanderer(simulation, RobotId(i));
    else if (const auto added = add_explorer(simulation, RobotId(i)); !added)
      return added.error();
  }
  return {};
}

}  // namespace rubble::scenario
