// SPDX-License-Identifier: Apache-2.0
#include <variant>

#include "rubble/sim/commands/commands.h"

namespace rubble::sim {
namespace {

struct Executor {
  const RunContext& run;

  // Robots carry these out themselves, in the coming tick. Only these: a command that nothing
  // handles must not compile.
  CommandResult operator()(const RobotCommandData auto& order) const {
    return check_robot_command(run, order);
  }
  CommandResult operator()(const auto& order) const { return apply(run, order); }
};

}  // namespace

CommandResult execute(Population& population, const Command& command,
                      const std::function<bool(InstanceId, const Tag&)>& reaches_tag) {
  const RunContext run{population, command.robot, reaches_tag};
  CommandResult result = std::visit(Executor{run}, command.data);
  if (!result.is_done) population.tell(command.robot, CommandRefused{result.text});
  return result;
}

}  // namespace rubble::sim
