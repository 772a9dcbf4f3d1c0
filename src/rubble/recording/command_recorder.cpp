// SPDX-License-Identifier: Apache-2.0
#include "rubble/recording/command_recorder.h"

#include "rubble/serialization/command_file.h"

namespace rubble {

Result<CommandRecorder> CommandRecorder::open(const std::string& path, const std::string& remark) {
  std::ofstream file(path);
  file << "# " << remark << std::endl;
  if (!file) return Error{{path}, "cannot be written; expected a path in a folder that exists"};
  return CommandRecorder(std::move(file), path);
}

Result<void> CommandRecorder::append(Tick tick, std::span<const Command> commands) {
  if (commands.empty()) return {};
  for (const Command& command : commands) file_ << command_line({tick, command}) << '\n';
  file_.flush();
  if (!file_) return Error{{path_}, "could not be written on; is the disk full?"};
  return {};
}

}  // namespace rubble
