// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/messages/command.h"
#include "rubble/messages/description.h"
#include "rubble/messages/event.h"
#include "rubble/messages/reading.h"
#include "rubble/messages/status.h"
#include "rubble/messages/truth.h"

namespace rubble::recording {

// Key of the setting with the density of uniform smoke added to a world (--smoke).
inline constexpr char kSmokeSetting[] = "smoke";

// The attachment that holds a snapshot of the run.
inline constexpr char kSnapshotName[] = "rubble.snapshot";

// The inputs of a run. Together with the world files and the commands it determines the run.
struct RunFacts {
  std::string program;  // "rubble 0.1.0"
  std::uint64_t seed = 1;
  std::string level;  // the world's name
  // Other settings in effect, for people and for replays: dialect, rate, ...
  std::map<std::string, std::string> settings;
  // Model search folders; file names in the recording are relative to them. Empty: the default
  // ones. Not stored literally: a recording contains no path of the machine it was made on.
  std::vector<std::string> resource_folders;

  // Density of the added smoke, from the settings; 0: none.
  double smoke() const;
};

// Records all inputs and outputs of a run in an MCAP file. One thread. Chunks are written at least
// once per simulated second, so that a killed program loses no more.
class Recorder {
 public:
  // world_file: the file of the world; it and all files it refers to are attached.
  static Result<std::unique_ptr<Recorder>> open(const std::string& path, const RunFacts& facts,
                                                const std::string& world_file,
                                                std::span<const std::string> files);
  ~Recorder();

  // For a recording that starts during a run; call before anything else. tick: the current one;
  // so_far: all commands since the start of the run, which a repeat needs.
  void begin(Tick tick, std::span<const TimedCommand> so_far);

  // Attaches files that a robot model refers to; attached ones are skipped.
  void attach(std::span<const std::string> files);

  // What Simulation::save gave, to go on from (docs/snapshots.md).
  void attach_snapshot(std::string_view snapshot);

  // tick: the one before which the commands take effect. No message if there are no commands.
  void keep(Tick tick, std::span<const Command> commands);
  void keep(const RobotDescription& robot, Tick tick);
  void keep(const Reading& reading);
  void keep(const Event& event);
  void keep(const RobotStatus& status);
  void keep(const Truth& truth);

  // tick: number of completed ticks (State::tick after a step). Writes due chunks; an error (a full
  // disk) is returned once, and nothing more is written.
  Result<void> end_tick(Tick tick);
  // Ends the recording: index, summary and the state hash that a repeat must reach.
  Result<void> close(Tick end, std::uint64_t state_hash);

 private:
  class File;
  explicit Recorder(std::unique_ptr<File> file);
  std::unique_ptr<File> file_;
};

}  // namespace rubble::recording
