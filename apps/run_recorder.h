// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>

#include "rubble/base/result.h"
#include "rubble/recording/recorder.h"
#include "rubble/sim/simulation.h"

namespace rubble::apps {

// Keeps a run that nobody but its pilots takes part in: commands, readings and events as they
// come, how robots are and where everything is ten times a second.
class RunRecorder {
 public:
  // World, seed and where models are found are the simulation's.
  static Result<RunRecorder> open(const std::string& path, const sim::Simulation& simulation,
                                  std::map<std::string, std::string> settings);

  // Before a tick.
  void keep_commands(Tick tick, std::span<const Command> commands);
  // After a tick.
  Result<void> keep_tick(const sim::Simulation& simulation);
  Result<void> close(const sim::Simulation& simulation);

 private:
  explicit RunRecorder(std::unique_ptr<recording::Recorder> recorder)
      : recorder_(std::move(recorder)) {}
  void notice_new(const sim::Simulation& simulation);

  std::unique_ptr<recording::Recorder> recorder_;
  std::size_t known_instances_ = 0;
  std::size_t known_robots_ = 0;
};

}  // namespace rubble::apps
