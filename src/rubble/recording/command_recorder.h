// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <span>
#include <string>

#include "rubble/base/result.h"
#include "rubble/messages/command.h"

namespace rubble {

// Writes every command with the tick it took effect, as a file that read_command_file reads: the
// same world, robots and commands give the same run again. Each line is on disk before the next
// tick begins.
class CommandRecorder {
 public:
  // The remark says how the run was started.
  static Result<CommandRecorder> open(const std::string& path, const std::string& remark);

  Result<void> append(Tick tick, std::span<const Command> commands);

 private:
  CommandRecorder(std::ofstream file, std::string path)
      : file_(std::move(file)), path_(std::move(path)) {}

  std::ofstream file_;
  std::string path_;
};

}  // namespace rubble
