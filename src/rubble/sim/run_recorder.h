// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "rubble/base/result.h"
#include "rubble/recording/recorder.h"
#include "rubble/sim/simulation.h"

namespace rubble::sim {

// Keeps a run in a recording: the files of models that come in, descriptions of robots, commands,
// readings and events as they come, how robots are and where everything is from time to time. May
// begin in the middle of a run; a repeat from the file is then still the whole run.
class RunRecorder {
 public:
  // What is kept of a robot that is new.
  using Describe = std::function<RobotDescription(RobotId)>;

  // so_far: all commands since the run began. status_period: ticks from one status and truth to the
  // next.
  RunRecorder(std::unique_ptr<recording::Recorder> recorder, const Simulation& simulation,
              std::span<const TimedCommand> so_far = {}, Tick status_period = 24);

  // Before a tick: the commands that take effect in it.
  void record_commands(Tick tick, std::span<const Command> commands);
  // After a tick. An error is told once; nothing is kept any more.
  Result<void> record_tick(const Simulation& simulation);
  Result<void> record_tick(const Simulation& simulation, const Describe& describe);
  // Between two ticks.
  Result<void> close(const Simulation& simulation);

 private:
  void attach_new_models(const State& state);
  void record_new_robots(const State& state, const Describe& describe);

  std::unique_ptr<recording::Recorder> recorder_;
  Tick status_period_;
  std::size_t known_instances_ = 0;
  std::size_t known_robots_ = 0;
};

}  // namespace rubble::sim
