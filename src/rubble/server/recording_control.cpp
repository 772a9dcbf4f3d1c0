// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/recording_control.h"

#include "rubble/base/log.h"

namespace rubble::server {

Result<void> RecordingControl::begin(std::unique_ptr<recording::Recorder> recorder,
                                     std::string name) {
  if (is_active()) return Error{{}, "The run is already being recorded."};
  if (history_overflowed_)
    return Error{{},
                 "The command history of this run is too long to start a recording now; start the "
                 "run with --record."};
  recorder_ = std::make_unique<sim::RunRecorder>(std::move(recorder), simulation_, history_,
                                                 status_period_);
  name_ = std::move(name);
  since_ = simulation_.state().tick;
  return {};
}

Result<void> RecordingControl::end() {
  const auto recorder = std::exchange(recorder_, nullptr);
  return recorder ? recorder->close(simulation_) : Result<void>();
}

void RecordingControl::add_first_commands(std::span<const Command> commands) {
  for (const Command& command : commands) history_.push_back({simulation_.state().tick, command});
}

void RecordingControl::record_commands(std::span<const Command> commands) {
  if (recorder_ != nullptr) recorder_->record_commands(simulation_.state().tick, commands);
  add_to_history(commands);
}

// Without keeps_history the history is incomplete after the first command.
void RecordingControl::add_to_history(std::span<const Command> commands) {
  constexpr std::size_t kMaxHistory = 500'000;
  if (history_overflowed_ || commands.empty()) return;
  for (const Command& command : commands) history_.push_back({simulation_.state().tick, command});
  if (keeps_history_ && history_.size() <= kMaxHistory) return;
  history_overflowed_ = true;
  history_ = {};
}

void RecordingControl::record_tick(const sim::RunRecorder::Describe& describe) {
  if (recorder_ == nullptr) return;
  const auto kept = recorder_->record_tick(simulation_, describe);
  if (kept) return;
  log_warning("{}; the run continues without recording", kept.error().to_string());
  recorder_.reset();
}

}  // namespace rubble::server
