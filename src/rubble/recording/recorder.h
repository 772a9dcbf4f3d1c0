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

// The setting that holds the density of haze that was added to a world (--smoke).
inline constexpr char kSmokeSetting[] = "smoke";

// What a run was started with. With the world's files and the commands it is all a repeat needs.
struct RunFacts {
  std::string program;  // "rubble 0.1.0"
  std::uint64_t seed = 1;
  std::string level;  // the world's name
  // What else was in effect, for people and for replays: dialect, rate, ...
  std::map<std::string, std::string> settings;
  // Where models were looked for; names in the file are relative to these. Empty: the usual ones.
  // Not kept as they are: a recording holds no path of the machine it was made on.
  std::vector<std::string> resource_folders;

  // Density of the haze beside the world's own, from the settings; 0: none.
  double smoke() const;
};

// Keeps a run in an MCAP file: everything that went in and came out. One thread. Whole chunks are
// given to the system at least once a simulated second, so that a killed program loses no more.
class Recorder {
 public:
  // world_file: the file the world was loaded from; it and all files it drew in are attached.
  static Result<std::unique_ptr<Recorder>> open(const std::string& path, const RunFacts& facts,
                                                const std::string& world_file,
                                                std::span<const std::string> files);
  ~Recorder();

  // For a recording of a run that is under way, before anything else is kept: the tick it has come
  // to, and all commands since its own beginning, which a repeat needs.
  void begin(Tick tick, std::span<const TimedCommand> so_far);

  // Files that a robot's model drew in; those already attached are skipped.
  void attach(std::span<const std::string> files);

  // The tick before which they take effect. Nothing is written if there are none.
  void keep(Tick tick, std::span<const Command> commands);
  void keep(const RobotDescription& robot, Tick tick);
  void keep(const Reading& reading);
  void keep(const Event& event);
  void keep(const RobotStatus& status);
  void keep(const Truth& truth);

  // tick: how many are done, State::tick after a step. Writes what is due; an error (a full disk)
  // is told once, and nothing more is written.
  Result<void> end_tick(Tick tick);
  // The run is over: index and summary, and the fingerprint a repeat must reach.
  Result<void> close(Tick end, std::uint64_t state_hash);

 private:
  class File;
  explicit Recorder(std::unique_ptr<File> file);
  std::unique_ptr<File> file_;
};

}  // namespace rubble::recording
