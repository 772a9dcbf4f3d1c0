// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/pilots/pilot.h"
#include "rubble/serialization/message_archive.h"

namespace rubble::pilots {

// Issues the commands of a file at their ticks.
class CommandPilot : public Pilot {
 public:
  // Commands in ascending order of tick.
  explicit CommandPilot(std::vector<TimedCommand> commands) : commands_(std::move(commands)) {}

  std::vector<Command> decide(const PilotContext& now) override {
    std::vector<Command> due;
    for (; next_ < commands_.size() && commands_[next_].tick <= now.state.tick; ++next_)
      due.push_back(commands_[next_].command);
    return due;
  }
  void serialize(Archive& archive) override { archive(commands_, next_); }

 private:
  std::vector<TimedCommand> commands_;
  std::size_t next_ = 0;
};

}  // namespace rubble::pilots
