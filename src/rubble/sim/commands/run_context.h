// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/messages/command.h"
#include "rubble/sim/population.h"

namespace rubble::sim {

// What a command may use. Valid while the command is executed.
struct RunContext {
  Population& population;
  const std::string& name;  // whom the command names: a robot, an object or smoke
  // Whether an RFID reader of the robot reaches a tag, where the last tick left the world. Null:
  // tags are out of reach, because there is no scene.
  const std::function<bool(InstanceId robot, const Tag& tag)>& reaches_tag;
};

// Executes a command between two ticks. Drive commands are only validated: robots::Robots applies
// them in the coming tick. A refused command is an event.
CommandResult execute(Population& population, const Command& command,
                      const std::function<bool(InstanceId, const Tag&)>& reaches_tag = {});

}  // namespace rubble::sim
