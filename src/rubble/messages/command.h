// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/base/tick.h"
#include "rubble/messages/command_data.h"

namespace rubble {

// What a client, pilot or file asks of one robot or thing. Driving orders hold until the next one
// of their kind. Everything that changes a run is a command: the same world, seed and commands give
// the same run.
struct Command {
  std::string robot;  // or thing: its name
  CommandData data;
};

// What became of a command: done, or why not; where an order asks for something, the text is it.
struct CommandResult {
  bool is_done = true;
  std::string text;
};

// A command and the tick before which it takes effect.
struct TimedCommand {
  Tick tick = 0;
  Command command;
};

}  // namespace rubble
