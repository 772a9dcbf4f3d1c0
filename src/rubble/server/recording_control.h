// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rubble/sim/run_recorder.h"
#include "rubble/sim/simulation.h"

namespace rubble::server {

// Starts and ends recordings of a run. Keeps the history of its commands, so that a recording that
// begins in the middle still repeats the whole run.
class RecordingControl {
 public:
  // Without keeps_history a recording can only begin before the first command. status_period: see
  // sim::RunRecorder. The simulation must outlive it.
  RecordingControl(const sim::Simulation& simulation, bool keeps_history, Tick status_period)
      : simulation_(simulation), keeps_history_(keeps_history), status_period_(status_period) {}

  Result<void> begin(std::unique_ptr<recording::Recorder> recorder, std::string name);
  // Closes the file. No effect if not recording.
  Result<void> end();
  bool is_active() const { return recorder_ != nullptr; }
  const std::string& name() const { return name_; }
  // First tick of the recording.
  Tick since() const { return since_; }

  // Adds commands executed before the first tick to the history.
  void add_first_commands(std::span<const Command> commands);
  // Call before a tick, with the commands that it executes.
  void record_commands(std::span<const Command> commands);
  // Call after a tick. A recording that cannot be written ends; the run continues.
  void record_tick(const sim::RunRecorder::Describe& describe);

 private:
  void add_to_history(std::span<const Command> commands);

  const sim::Simulation& simulation_;
  const bool keeps_history_;
  const Tick status_period_;
  std::unique_ptr<sim::RunRecorder> recorder_;  // null: not recording
  std::string name_;
  Tick since_ = 0;
  std::vector<TimedCommand> history_;  // since the beginning of the run
  bool history_overflowed_ = false;    // incomplete: not kept or too long
};

}  // namespace rubble::server
