// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/base/tick.h"
#include "rubble/messages/command_data.h"

namespace rubble {

// A request of a client, pilot or file to one robot or object. Drive commands stay in effect until
// the next one of their kind. All input of a run is commands: the same world, seed and commands
// give the same run.
struct Command {
  std::string robot;  // name of the robot or object
  CommandData data;
};

// Outcome of a command. The text is the reason of a failure, or the value that was asked for.
struct CommandResult {
  bool is_done = true;
  std::string text;
};

// A command that is executed at the start of a tick, before its physics step.
struct TimedCommand {
  Tick tick = 0;
  Command command;
};

}  // namespace rubble
