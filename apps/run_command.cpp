// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "apps/commands.h"
#include "apps/mission.h"
#include "apps/shell_text.h"
#include "apps/support.h"
#include "rubble/base/log.h"
#include "rubble/pilots/command_pilot.h"
#include "rubble/recording/file_names.h"
#include "rubble/recording/recording.h"

namespace rubble::apps {
namespace {

nlohmann::ordered_json to_json(const Outcome& outcome) {
  const double sim_seconds = seconds_at(outcome.ticks);
  nlohmann::ordered_json json{{"ticks", outcome.ticks},
                              {"sim_seconds", sim_seconds},
                              {"cpu_seconds", outcome.cpu_seconds},
                              {"rtf", sim_seconds / std::max(outcome.cpu_seconds, 1e-9)},
                              {"rays", outcome.rays},
                              {"state_hash", fmt::format("{:016x}", outcome.state_hash)},
                              {"readings", outcome.readings},
                              {"readings_hash", fmt::format("{:016x}", outcome.readings_hash)},
                              {"contacts", outcome.contacts},
                              {"commands", outcome.commands},
                              {"commands_refused", outcome.commands_refused},
                              {"broken_joints", outcome.broken_joints},
                              {"hard_steps",
                               {{"contacts_dropped", outcome.contacts_dropped},
                                {"islands_cut_short", outcome.islands_cut_short},
                                {"bodies_reset", outcome.bodies_reset}}}};
  json["cells_in_all"] = outcome.cells_in_all;
  json["robots"] = nlohmann::ordered_json::array();
  for (const RobotOutcome& robot : outcome.robots) {
    const Vec3& p = robot.last_pose.position;
    const RollPitchYaw angles = roll_pitch_yaw_of(robot.last_pose.rotation);
    json["robots"].push_back({{"name", robot.name},
                              {"class", robot.robot_class},
                              {"distance", robot.distance},
                              {"cells", robot.cells},
                              {"bumps", robot.bumps},
                              {"battery", robot.battery},
                              {"position", {p.x(), p.y(), p.z()}},
                              {"rotation", {angles.roll, angles.pitch, angles.yaw}}});
  }
  return json;
}

void print_outcome(const Outcome& outcome) {
  const double sim_seconds = seconds_at(outcome.ticks);
  fmt::print("{} ticks, {:.1f} simulated seconds in {:.2f} CPU-seconds: {:.1f} times real time\n",
             outcome.ticks, sim_seconds, outcome.cpu_seconds,
             sim_seconds / std::max(outcome.cpu_seconds, 1e-9));
  for (const RobotOutcome& robot : outcome.robots)
    fmt::print("{:<6} {:<18} went {:7.2f} m, bumped {:3} times, now at ({:.2f}, {:.2f}, {:.2f})\n",
               robot.name, robot.robot_class, robot.distance, robot.bumps,
               robot.last_pose.position.x(), robot.last_pose.position.y(),
               robot.last_pose.position.z());
  if (outcome.readings > 0)
    fmt::print("{} readings, {} rays, readings_hash {:016x}\n", outcome.readings, outcome.rays,
               outcome.readings_hash);
  for (const std::string& joint : outcome.broken_joints) fmt::print("{} broke\n", joint);
  if (outcome.contacts_dropped + outcome.islands_cut_short + outcome.bodies_reset > 0)
    fmt::print("degraded steps: {} contacts dropped, {} islands cut short, {} bodies reset\n",
               outcome.contacts_dropped, outcome.islands_cut_short, outcome.bodies_reset);
  fmt::print("state_hash {:016x}\n", outcome.state_hash);
}

std::string remark_for(const RunOptions& options) {
  std::string remark = "rubble run " + shell_quoted(options.world);
  for (const std::string& robot : options.robots) remark += " --robot " + shell_quoted(robot);
  if (options.load.smoke > 0.0) remark += fmt::format(" --smoke {:.17g}", options.load.smoke);
  return remark + fmt::format(" --seed {} --duration {}; run it again with --drive THIS_FILE",
                              options.seed, options.duration);
}

// What is kept of a run; each only if it was asked for.
struct Kept {
  std::optional<CommandRecorder> commands;
  std::optional<sim::RunRecorder> everything;
  std::ofstream readings;
  std::unique_ptr<LinkTable> links;
};

// World, seed and where models are found are the simulation's.
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

Result<Kept> open_kept(const RunOptions& options, const sim::Simulation& simulation,
                       const std::map<std::string, std::string>& settings) {
  Kept kept;
  if (options.record.ends_with(".mcap")) {
    auto opened = open_recorder(options.record, simulation, settings);
    if (!opened) return opened.error();
    kept.everything.emplace(*std::move(opened), simulation);
  } else if (!options.record.empty()) {
    auto opened = CommandRecorder::open(options.record, remark_for(options));
    if (!opened) return opened.error();
    kept.commands = *std::move(opened);
  }
  if (!options.readings.empty()) {
    kept.readings.open(options.readings, std::ios::binary);
    if (!kept.readings)
      return Error{{options.readings}, "cannot be written; does its folder exist?"};
  }
  if (!options.radio_log.empty()) {
    auto log = radio::LinkLog::open(options.radio_log);
    if (!log) return log.error();
    kept.links.reset(new LinkTable{{simulation.world().radio, simulation.state(),
                                    simulation.settings().seed, simulation.static_scene()},
                                   *std::move(log)});
  }
  return kept;
}

Result<Outcome> run_kept(sim::Simulation& simulation, double duration, Kept& kept) {
  Progress progress("running");
  sim::RunRecorder* const recording = kept.everything ? &*kept.everything : nullptr;
  auto outcome = run_mission(
      simulation, duration, kept.commands ? &*kept.commands : nullptr,
      [&](double done) { progress.show(done); }, kept.readings.is_open() ? &kept.readings : nullptr,
      recording, kept.links.get());
  if (outcome && recording != nullptr)
    if (const auto closed = recording->close(simulation); !closed) return closed.error();
  return outcome;
}

int tell(const RunOptions& options, const sim::Simulation& simulation, const Outcome& outcome,
         const nlohmann::ordered_json& more) {
  if (!options.plot.empty())
    if (const auto written =
            write_file(options.plot, report::plan_svg(simulation.world(), outcome.trails));
        !written)
      return fail(written.error(), kRunFailed);
  if (!options.json) {
    print_outcome(outcome);
    return kDone;
  }
  nlohmann::ordered_json json = to_json(outcome);
  json.update(more);
  fmt::print("{}\n", json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  return kDone;
}

// World, models and settings as a recording keeps them, and in it the snapshot.
Result<void> save_snapshot(const std::string& path, sim::Simulation& simulation,
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

int finish_run(const RunOptions& options, sim::Simulation& simulation, const Outcome& outcome,
               Kept kept, const std::map<std::string, std::string>& settings) {
  if (!options.save.empty())
    if (const auto saved = save_snapshot(options.save, simulation, settings); !saved)
      return fail(saved.error(), kRunFailed);
  const int told = tell(options, simulation, outcome, nlohmann::ordered_json::object());
  kept = {};  // closes what is open
  print_written_files(
      {options.record, options.save, options.readings, options.radio_log, options.plot});
  return told;
}

int run_world(const RunOptions& options) {
  auto world = open_world(options.world, options.load);
  if (!world) return fail(world.error());
  sim::Simulation simulation(*std::move(world), {.seed = options.seed,
                                                 .threads = options.threads,
                                                 .load = load_settings(options.load),
                                                 .allows_model_paths = true});
  const auto entered = add_robots(simulation, options.robots, {options.sensors, options.drive});
  if (!entered) return fail(entered.error());
  if (const auto added = add_pilots(simulation, options.drive); !added) return fail(added.error());

  if (!options.plot.empty())
    if (const auto written = write_file(options.plot, ""); !written)
      return fail(written.error(), kRunFailed);
  std::map<std::string, std::string> settings;
  store_load_options(options.load, settings);
  auto kept = open_kept(options, simulation, settings);
  if (!kept) return fail(kept.error(), kRunFailed);
  if (kept->everything) kept->everything->record_commands(0, *entered);
  const auto outcome = run_kept(simulation, options.duration, *kept);
  if (!outcome) return fail(outcome.error(), kRunFailed);
  return finish_run(options, simulation, *outcome, *std::move(kept), settings);
}

// The recording's own copy of a robot's file, by the longest end of its path that is there; never a
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

// Robots that were there from the beginning are so again, before the first tick; the rest of the
// commands comes at its time.
std::vector<Command> let_first_robots_enter(sim::Simulation& simulation,
                                            std::vector<TimedCommand> commands) {
  std::vector<Command> entered;
  auto next = commands.begin();
  for (; next != commands.end() && next->tick == 0; ++next) {
    if (!std::holds_alternative<SpawnRobot>(next->command.data) &&
        !std::holds_alternative<SwitchSensorsOn>(next->command.data))
      break;
    simulation.execute(next->command);
    entered.push_back(next->command);
  }
  commands.erase(commands.begin(), next);
  simulation.add_pilot(std::make_unique<pilots::CommandPilot>(std::move(commands)));
  return entered;
}

int compare(const RunOptions& options, const recording::Recording& recording,
            const sim::Simulation& simulation, const Outcome& outcome) {
  // A hash is known only of the recorded end.
  const bool is_at_end = recording.state_hash() && outcome.ticks == recording.ticks();
  const bool is_comparable = is_at_end && recording.repeats_to_the_bit();
  const bool is_same = is_comparable && *recording.state_hash() == outcome.state_hash;
  nlohmann::ordered_json more{{"recorded_state_hash", nullptr}, {"same", nullptr}};
  if (recording.state_hash())
    more["recorded_state_hash"] = fmt::format("{:016x}", *recording.state_hash());
  if (is_comparable) more["same"] = is_same;
  const int told = tell(options, simulation, outcome, more);
  if (told != kDone) return told;
  if (!is_comparable) {
    if (!options.json)
      fmt::print("nothing to compare with: {}\n",
                 is_at_end ? "it was recorded by an older version with different results"
                 : recording.state_hash() ? "the recorded final state was not reached"
                                          : "the recording is incomplete");
    return kDone;
  }
  if (!options.json)
    fmt::print("{} the recorded state_hash {:016x}\n", is_same ? "the same as" : "differs from",
               *recording.state_hash());
  return is_same ? kDone : kRunFailed;
}

sim::Settings recorded_settings(const RunOptions& options, const recording::Recording& recording,
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
  const double smoke = stored_load_options(recording.facts().settings).smoke;
  if (world && smoke > 0.0) world->hazes.push_back({.density = smoke});
  return world;
}

int restore(const RunOptions& options) {
  const auto recording = recording::Recording::open(options.restore);
  if (!recording) return fail(recording.error());
  auto snapshot = recording->snapshot();
  if (!snapshot) return fail(snapshot.error());
  const auto unpacked = recording->unpack();
  if (!unpacked) return fail(unpacked.error());
  const sim::Settings run_settings = recorded_settings(options, *recording, *unpacked);
  auto world = load_recorded_world(*recording, *unpacked, run_settings.load);
  if (!world) return fail(world.error());
  const auto path_of = [&](const std::string& robot_class) {
    if (robot_class.find('/') == std::string::npos) return robot_class;
    return unpacked_robot(*unpacked, robot_class).value_or(robot_class);
  };
  auto simulation =
      sim::Simulation::restore(*std::move(world), run_settings, *std::move(snapshot), path_of);
  if (!simulation) return fail({{options.restore}, simulation.error().message});
  const auto& settings = recording->facts().settings;
  auto kept = open_kept(options, **simulation, settings);
  if (!kept) return fail(kept.error(), kRunFailed);
  const auto outcome = run_kept(**simulation, options.duration, *kept);
  if (!outcome) return fail(outcome.error(), kRunFailed);
  return finish_run(options, **simulation, *outcome, *std::move(kept), settings);
}

int repeat(const RunOptions& options) {
  const auto recording = recording::Recording::open(options.from);
  if (!recording) return fail(recording.error());
  if (recording->cut_at())
    log_warning("{} is cut off at byte {}; its first {:g} s are repeated", options.from,
                *recording->cut_at(), seconds_at(recording->ticks()));
  const auto unpacked = recording->unpack();
  if (!unpacked) return fail(unpacked.error());
  const sim::Settings run_settings = recorded_settings(options, *recording, *unpacked);
  auto world = load_recorded_world(*recording, *unpacked, run_settings.load);
  if (!world) return fail(world.error());
  auto commands = commands_of(*recording, *unpacked);
  if (!commands) return fail(commands.error());
  sim::Simulation simulation(*std::move(world), run_settings);
  const std::vector<Command> entered = let_first_robots_enter(simulation, *std::move(commands));
  auto kept = open_kept(options, simulation, recording->facts().settings);
  if (!kept) return fail(kept.error(), kRunFailed);
  if (kept->everything) kept->everything->record_commands(0, entered);
  const double recorded = seconds_at(recording->ticks());
  const double duration = options.is_duration_given ? options.duration : recorded;
  const auto outcome = run_kept(simulation, duration, *kept);
  if (!outcome) return fail(outcome.error(), kRunFailed);
  return compare(options, *recording, simulation, *outcome);
}

}  // namespace

int run(const RunOptions& options) {
  if (!options.from.empty()) return repeat(options);
  if (!options.restore.empty()) return restore(options);
  if (!options.world.empty()) return run_world(options);
  return fail(
      {{},
       "run wants a WORLD, --from a recording or --restore a snapshot; see ./rubble run --help"},
      kWrongUsage);
}

}  // namespace rubble::apps
