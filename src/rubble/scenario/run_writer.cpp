// SPDX-License-Identifier: Apache-2.0
#include "rubble/scenario/run_writer.h"

#include "rubble/recording/recorder.h"
#include "rubble/serialization/message_json.h"

namespace rubble::scenario {

Result<std::unique_ptr<recording::Recorder>> open_recorder(
    const std::string& path, const sim::Simulation& simulation,
    const std::map<std::string, std::string>& settings) {
  const World& world = simulation.world();
  return recording::Recorder::open(
      path,
      {.program = "rubble " RUBBLE_VERSION,
       .seed = simulation.settings().seed,
       .level = world.name,
       .settings = settings,
       .resource_folders = simulation.settings().load.resource_folders},
      world.file, world.files);
}

Result<RunWriter> RunWriter::open(const OutputFiles& files, const sim::Simulation& simulation,
                                  const std::map<std::string, std::string>& settings,
                                  std::span<const Command> first_commands) {
  RunWriter writer;
  if (!files.recording.empty())
    if (const auto opened = writer.open_recording(files, simulation, settings, first_commands);
        !opened)
      return opened.error();
  if (!files.readings.empty()) {
    writer.readings_.open(files.readings, std::ios::binary);
    if (!writer.readings_)
      return Error{{files.readings}, "cannot be written; does its folder exist?"};
  }
  if (!files.links.empty())
    if (const auto opened = writer.open_links(files.links, simulation); !opened)
      return opened.error();
  return writer;
}

Result<void> RunWriter::open_recording(const OutputFiles& files, const sim::Simulation& simulation,
                                       const std::map<std::string, std::string>& settings,
                                       std::span<const Command> first_commands) {
  if (files.recording.ends_with(".mcap")) {
    auto opened = open_recorder(files.recording, simulation, settings);
    if (!opened) return opened.error();
    everything_.emplace(*std::move(opened), simulation);
    everything_->record_commands(0, first_commands);
    return {};
  }
  auto opened = CommandRecorder::open(files.recording, files.remark);
  if (!opened) return opened.error();
  commands_ = *std::move(opened);
  return {};
}

Result<void> RunWriter::open_links(const std::string& path, const sim::Simulation& simulation) {
  auto log = radio::LinkLog::open(path);
  if (!log) return log.error();
  links_.reset(new LinkTable{
      {simulation.world().radio, simulation.state(), simulation.settings().seed}, *std::move(log)});
  return {};
}

Result<void> RunWriter::write_commands(Tick tick, std::span<const Command> commands) {
  if (commands_)
    if (const auto written = commands_->append(tick, commands); !written) return written;
  if (everything_) everything_->record_commands(tick, commands);
  return {};
}

Result<void> RunWriter::write_tick(const sim::Simulation& simulation) {
  if (everything_)
    if (const auto written = everything_->record_tick(simulation); !written) return written;
  if (readings_.is_open())
    if (const auto written = write_readings(simulation.readings()); !written) return written;
  if (links_ != nullptr && simulation.state().tick % links_->tracker.period() == 0)
    return links_->log.write(*links_->tracker.update(simulation.state()));
  return {};
}

Result<void> RunWriter::write_readings(const std::vector<Reading>& readings) {
  for (const Reading& reading : readings) readings_ << to_json(reading) << '\n';
  if (!readings_.good()) return Error{{}, "the readings could not be written; is the disk full?"};
  return {};
}

Result<void> RunWriter::close(const sim::Simulation& simulation) {
  if (everything_)
    if (const auto closed = everything_->close(simulation); !closed) return closed;
  *this = {};
  return {};
}

Result<void> write_snapshot(const std::string& path, sim::Simulation& simulation,
                            const std::map<std::string, std::string>& settings) {
  const auto snapshot = simulation.save();
  if (!snapshot) return snapshot.error();
  auto file = open_recorder(path, simulation, settings);
  if (!file) return file.error();
  const State& state = simulation.state();
  (*file)->begin(state.tick, {});
  for (const Instance& instance : state.instances) (*file)->attach(instance.model->files);
  (*file)->attach_snapshot(*snapshot);
  return (*file)->close(state.tick, state.hash());
}

}  // namespace rubble::scenario
