// SPDX-License-Identifier: Apache-2.0
#include "rubble/sim/run_recorder.h"

#include "rubble/sim/describe.h"

namespace rubble::sim {
namespace {

bool is_here(const State& state, std::size_t robot) {
  return state.instances[state.robots[robot].instance.index()].is_present;
}

}  // namespace

RunRecorder::RunRecorder(std::unique_ptr<recording::Recorder> recorder,
                         const Simulation& simulation, std::span<const TimedCommand> so_far,
                         Tick status_period)
    : recorder_(std::move(recorder)), status_period_(status_period) {
  recorder_->begin(simulation.state().tick, so_far);
  attach_new_models(simulation.state());
}

void RunRecorder::record_commands(Tick tick, std::span<const Command> commands) {
  recorder_->keep(tick, commands);
}

// Also of those that have left: the commands that a repeat begins with bring them in.
void RunRecorder::attach_new_models(const State& state) {
  for (; known_instances_ < state.instances.size(); ++known_instances_)
    recorder_->attach(state.instances[known_instances_].model->files);
}

void RunRecorder::record_new_robots(const State& state, const Describe& describe) {
  for (; known_robots_ < state.robots.size(); ++known_robots_)
    if (is_here(state, known_robots_))
      recorder_->keep(describe(RobotId(known_robots_)), state.tick);
}

Result<void> RunRecorder::record_tick(const Simulation& simulation) {
  return record_tick(simulation, [&](RobotId robot) { return describe(simulation, robot); });
}

Result<void> RunRecorder::record_tick(const Simulation& simulation, const Describe& describe) {
  const State& state = simulation.state();
  attach_new_models(state);
  record_new_robots(state, describe);
  for (const Reading& reading : simulation.readings()) recorder_->keep(reading);
  for (const Event& event : simulation.events()) recorder_->keep(event);
  if (state.tick % status_period_ == 0) {
    for (const RobotId robot : state.present_robots) recorder_->keep(status_of(simulation, robot));
    recorder_->keep(truth_of(state));
  }
  return recorder_->end_tick(state.tick);
}

Result<void> RunRecorder::close(const Simulation& simulation) {
  return recorder_->close(simulation.state().tick, simulation.state().hash());
}

}  // namespace rubble::sim
