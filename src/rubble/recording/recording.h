// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/mcap/reader.h"
#include "rubble/messages/command.h"
#include "rubble/recording/recorder.h"

namespace rubble::recording {

// The world of a recording, extracted into a temporary folder that the destructor removes.
class UnpackedWorld {
 public:
  UnpackedWorld(std::string folder, std::string world_file,
                std::vector<std::string> resource_folders)
      : folder_(std::move(folder)),
        world_file_(std::move(world_file)),
        resource_folders_(std::move(resource_folders)) {}
  ~UnpackedWorld();
  UnpackedWorld(UnpackedWorld&& other) noexcept;
  UnpackedWorld& operator=(UnpackedWorld&&) = delete;

  const std::string& world_file() const { return world_file_; }
  const std::vector<std::string>& resource_folders() const { return resource_folders_; }

 private:
  std::string folder_;
  std::string world_file_;
  std::vector<std::string> resource_folders_;
};

// True for a Rubble reading. Decided by the schema, since a robot may be named "rubble".
bool is_reading(const mcap::McapMessage& message);

// A recorded run: its inputs and its messages.
class Recording {
 public:
  // Reads the whole file once.
  static Result<Recording> open(const std::string& path);

  const std::string& path() const { return path_; }
  const RunFacts& facts() const { return facts_; }
  // All commands of the run, in order.
  const std::vector<TimedCommand>& commands() const { return commands_; }
  // First tick with readings, events and truth. Commands cover the whole run.
  Tick begin() const { return begin_; }
  // Number of completely recorded ticks.
  Tick ticks() const { return ticks_; }
  // False for a recording of an older program version, whose results differed in bits.
  bool repeats_to_the_bit() const;
  // Final state hash; nothing if the file is truncated or the run did not end.
  std::optional<std::uint64_t> state_hash() const { return state_hash_; }
  bool is_complete() const { return cut_at_ == std::nullopt; }
  std::optional<std::uint64_t> cut_at() const { return cut_at_; }

  Result<UnpackedWorld> unpack() const;
  // What Simulation::restore reads; an error if it holds none.
  Result<std::string> snapshot() const;
  // Visits all messages until the function returns false.
  Result<void> for_each(const std::function<bool(const mcap::McapMessage&)>& look) const;

 private:
  Result<void> take_metadata(const mcap::McapMetadata& metadata);
  Result<void> take_message(const mcap::McapMessage& message);

  std::string path_;
  RunFacts facts_;
  int version_ = 1;
  std::string world_name_;
  std::vector<std::string> resource_names_;
  std::vector<TimedCommand> commands_;
  Tick begin_ = 0;
  Tick ticks_ = 0;
  std::optional<std::uint64_t> state_hash_;
  std::optional<std::uint64_t> cut_at_;
};

}  // namespace rubble::recording
