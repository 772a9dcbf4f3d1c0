// SPDX-License-Identifier: Apache-2.0
#include "apps/run_recorder.h"

#include "rubble/sim/describe.h"

namespace rubble::apps {
namespace {

constexpr Tick kStatusEvery = 24;  // ticks: ten times a second

}  // namespace

Result<RunRecorder> RunRecorder::open(const std::string& path, const sim::Simulation& simulation,
                                      std::map<std::string, std::string> settings) {
  const World& world = simulation.world();
  auto recorder =
      recording::Recorder::open(path,
                                {.program = "rubble " RUBBLE_VERSION,
                                 .seed = simulation.settings().seed,
                                 .level = world.name,
                                 .settings = std::move(settings),
                                 .resource_folders = simulation.settings().load.resource_folders},
                                world.file, world.files);
  if (!recorder) return recorder.error();
  RunRecorder opened(*std::move(recorder));
  opened.notice_new(simulation);
  return opened;
}

void RunRecorder::keep_commands(Tick tick, std::span<const Command> commands) {
  recorder_->keep(tick, commands);
}

void RunRecorder::notice_new(const sim::Simulation& simulation) {
  const State& state = simulation.state();
  for (; known_instances_ < state.instances.size(); ++known_instances_)
    recorder_->attach(state.instances[known_instances_].model->files);
  for (; known_robots_ < state.robots.size(); ++known_robots_)
    recorder_->keep(sim::describe(simulation, RobotId(known_robots_)), state.tick);
}

Result<void> RunRecorder::keep_tick(const sim::Simulation& simulation) {
  notice_new(simulation);
  for (const Reading& reading : simulation.readings()) recorder_->keep(reading);
  for (const Event& event : simulation.events()) recorder_->keep(event);
  const State& state = simulation.state();
  if (state.tick % kStatusEvery == 0) {
    for (std::size_t i = 0; i < state.robots.size(); ++i)
      if (state.instances[state.robots[i].instance.index()].is_present)
        recorder_->keep(sim::status_of(simulation, RobotId(i)));
    recorder_->keep(sim::truth_of(simulation));
  }
  return recorder_->end_tick(state.tick);
}

Result<void> RunRecorder::close(const sim::Simulation& simulation) {
  return recorder_->close(simulation.state().tick, simulation.state().hash());
}

}  // namespace rubble::apps
