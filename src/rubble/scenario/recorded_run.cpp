// SPDX-License-Identifier: Apache-2.0
#include "rubble/scenario/recorded_run.h"

#include <filesystem>
#include <optional>

#include "rubble/pilots/command_pilot.h"
#include "rubble/recording/file_names.h"

namespace rubble::scenario {
namespace {

// The recording's own copy of a robot's file, by the longest end of its path that exists; never a
// file outside of what was unpacked.
std::optional<std::string> unpacked_robot(const recording::UnpackedWorld& unpacked,
                                          const std::string& path) {
  constexpr std::size_t kMaxPathLength = 4096;
  if (path.size() > kMaxPathLength) return std::nullopt;
  std::error_code code;
  std::vector<std::string> folders = unpacked.resource_folders();
  folders.push_back(std::filesystem::path(unpacked.world_file()).parent_path().string());
  for (std::size_t start = 0; start < path.size();) {
    const std::string end = path.substr(start);
    if (recording::is_safe_name(end))
      for (const std::string& folder : folders)
        if (const auto file = std::filesystem::path(folder) / end;
            std::filesystem::is_regular_file(file, code))
          return file.string();
    start = std::min(path.find('/', start), path.size() - 1) + 1;
  }
  return std::nullopt;
}

// Robots that came from a file of their own come from the recording's copy of it.
Result<std::vector<TimedCommand>> commands_of(const recording::Recording& recording,
                                              const recording::UnpackedWorld& unpacked) {
  std::vector<TimedCommand> commands = recording.commands();
  for (TimedCommand& timed : commands) {
    auto* const spawn = std::get_if<SpawnRobot>(&timed.command.data);
    if (spawn == nullptr || spawn->robot_class.find('/') == std::string::npos) continue;
    const auto found = unpacked_robot(unpacked, spawn->robot_class);
    if (!found)
      return Error{{recording.path()}, "does not hold the robot '" + spawn->robot_class + "'"};
    spawn->robot_class = *found;
  }
  return commands;
}

bool is_of_add_robots(const TimedCommand& timed) {
  return timed.tick == 0 && (std::holds_alternative<SpawnRobot>(timed.command.data) ||
                             std::holds_alternative<SwitchSensorsOn>(timed.command.data));
}

// Robots of the beginning are added before the first tick, as they were; a pilot has the rest of
// the commands. Returns the executed ones.
std::vector<Command> add_recorded_robots(sim::Simulation& simulation,
                                         std::vector<TimedCommand> commands) {
  std::vector<Command> executed;
  auto next = commands.begin();
  for (; next != commands.end() && is_of_add_robots(*next); ++next) {
    simulation.execute(next->command);
    executed.push_back(next->command);
  }
  commands.erase(commands.begin(), next);
  simulation.add_pilot(std::make_unique<pilots::CommandPilot>(std::move(commands)));
  return executed;
}

sim::Settings recorded_settings(const RepeatOptions& options, const recording::Recording& recording,
                                const recording::UnpackedWorld& unpacked) {
  LoadSettings load = load_settings(options.load);
  load.resource_folders = unpacked.resource_folders();
  load.is_lenient = load.is_lenient || stored_load_options(recording.facts().settings).lenient;
  return {.seed = recording.facts().seed,
          .threads = options.threads,
          .load = load,
          .allows_model_paths = true};
}

Result<World> load_recorded_world(const recording::Recording& recording,
                                  const recording::UnpackedWorld& unpacked,
                                  const LoadSettings& load) {
  auto world = load_world(unpacked.world_file(), load);
  if (world) add_haze(*world, stored_load_options(recording.facts().settings));
  return world;
}

}  // namespace

Result<std::unique_ptr<Run>> open_repeat(const recording::Recording& recording,
                                         const RepeatOptions& options, const Observer& observer) {
  auto unpacked = recording.unpack();
  if (!unpacked) return unpacked.error();
  const sim::Settings settings = recorded_settings(options, recording, *unpacked);
  auto world = load_recorded_world(recording, *unpacked, settings.load);
  if (!world) return world.error();
  auto commands = commands_of(recording, *unpacked);
  if (!commands) return commands.error();
  auto simulation = std::make_unique<sim::Simulation>(*std::move(world), settings);
  std::vector<Command> executed = add_recorded_robots(*simulation, *std::move(commands));
  return std::make_unique<Run>(RunStart{std::move(simulation), std::move(executed),
                                        recording.facts().settings, *std::move(unpacked)},
                               observer);
}

Result<std::unique_ptr<Run>> open_snapshot(const std::string& path, const RepeatOptions& options,
                                           const Observer& observer) {
  const auto recording = recording::Recording::open(path);
  if (!recording) return recording.error();
  auto snapshot = recording->snapshot();
  if (!snapshot) return snapshot.error();
  auto unpacked = recording->unpack();
  if (!unpacked) return unpacked.error();
  const sim::Settings settings = recorded_settings(options, *recording, *unpacked);
  auto world = load_recorded_world(*recording, *unpacked, settings.load);
  if (!world) return world.error();
  const auto path_of = [&](const std::string& robot_class) {
    if (robot_class.find('/') == std::string::npos) return robot_class;
    return unpacked_robot(*unpacked, robot_class).value_or(robot_class);
  };
  auto simulation =
      sim::Simulation::restore(*std::move(world), settings, *std::move(snapshot), path_of);
  if (!simulation) return Error{{path}, simulation.error().message};
  return std::make_unique<Run>(
      RunStart{*std::move(simulation), {}, recording->facts().settings, *std::move(unpacked)},
      observer);
}

}  // namespace rubble::scenario
