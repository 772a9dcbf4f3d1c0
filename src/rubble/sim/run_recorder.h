// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "rubble/base/result.h"
#include "rubble/recording/recorder.h"
#include "rubble/sim/simulation.h"

namespace rubble::sim {

// Records a run: model files, robot descriptions, commands, readings and events as they occur, and
// periodically the status of robots and the ground truth. Recording may begin in the middle of a
// run; the file then still holds all commands, so that the whole run can be repeated.
class RunRecorder {
 public:
  // Makes the description to record for a new robot.
  using Describe = std::function<RobotDescription(RobotId)>;

  // so_far: all commands since the run began. status_period: ticks between records of status and
  // ground truth.
  RunRecorder(std::unique_ptr<recording::Recorder> recorder, const Simulation& simulation,
              std::span<const TimedCommand> so_far = {}, Tick status_period = 24);

  // Call before a tick, with the commands that it executes.
  void record_commands(Tick tick, std::span<const Command> commands);
  // Call after a tick. An error is returned once; recording stops after it.
  Result<void> record_tick(const Simulation& simulation);
  Result<void> record_tick(const Simulation& simulation, const Describe& describe);
  // Finishes the recording; call between two ticks.
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
