// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "rubble/base/result.h"
#include "rubble/radio/link_log.h"
#include "rubble/radio/links.h"
#include "rubble/recording/command_recorder.h"
#include "rubble/sim/run_recorder.h"
#include "rubble/sim/simulation.h"

namespace rubble::scenario {

// Files that a run writes; an empty name is not written.
struct OutputFiles {
  std::string recording = {};  // .mcap: everything; any other ending: the commands, one a line
  std::string readings = {};   // one JSON object a line
  std::string links = {};      // table of the radio links, CSV
  std::string snapshot = {};   // of the end
  std::string remark = {};     // how the run was started, for the file of commands
};

// Opens a recording of a simulation. The settings are those that its repeat needs.
Result<std::unique_ptr<recording::Recorder>> open_recorder(
    const std::string& path, const sim::Simulation& simulation,
    const std::map<std::string, std::string>& settings);

// Writes the files of a run while it goes, except for the snapshot. An error of a full disk comes
// from the call that met it. One thread.
class RunWriter {
 public:
  // Before the first tick. first_commands: those executed before it (add_robots).
  static Result<RunWriter> open(const OutputFiles& files, const sim::Simulation& simulation,
                                const std::map<std::string, std::string>& settings,
                                std::span<const Command> first_commands);

  // tick: the one that executes the commands, counted from the beginning of the run.
  Result<void> write_commands(Tick tick, std::span<const Command> commands);
  // After a tick.
  Result<void> write_tick(const sim::Simulation& simulation);
  // After the last tick: ends the recording with the hash of the state.
  Result<void> close(const sim::Simulation& simulation);

 private:
  struct LinkTable {
    radio::LinkTracker tracker;
    radio::LinkLog log;
  };

  Result<void> open_recording(const OutputFiles& files, const sim::Simulation& simulation,
                              const std::map<std::string, std::string>& settings,
                              std::span<const Command> first_commands);
  Result<void> open_links(const std::string& path, const sim::Simulation& simulation);
  Result<void> write_readings(const std::vector<Reading>& readings);

  std::optional<CommandRecorder> commands_;
  std::optional<sim::RunRecorder> everything_;
  std::ofstream readings_;
  std::unique_ptr<LinkTable> links_;
};

// Writes a snapshot of a simulation between two ticks, with the files of its world and models and
// the settings, so that the run can go on from this file alone.
Result<void> write_snapshot(const std::string& path, sim::Simulation& simulation,
                            const std::map<std::string, std::string>& settings);

}  // namespace rubble::scenario
