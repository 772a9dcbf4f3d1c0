// SPDX-License-Identifier: Apache-2.0
#include "rubble/challenge/drive.h"

#include <fmt/core.h>

#include <filesystem>

#include "rubble/base/cpu_time.h"
#include "rubble/base/shell_text.h"
#include "rubble/challenge/cell_coverage.h"
#include "rubble/challenge/robot.h"
#include "rubble/pilots/drivable.h"
#include "rubble/pilots/maze_tour.h"
#include "rubble/pilots/teleoperator.h"
#include "rubble/recording/command_recorder.h"
#include "rubble/recording/recorder.h"
#include "rubble/scenario/add_robots.h"
#include "rubble/scenario/checked_world.h"
#include "rubble/serialization/write_text_file.h"
#include "rubble/sim/run_recorder.h"

namespace rubble::challenge {
namespace {

constexpr double kMaxDriveTime =
    1150.0;  // s, of the twenty minutes that a mission of the contest has

// A simulation of the challenge's place with the robot in it, and what keeps it.
struct ChallengeRun {
  std::unique_ptr<sim::Simulation> simulation;
  const pilots::Teleoperator* pilot = nullptr;
  std::optional<CommandRecorder> orders;
  std::optional<sim::RunRecorder> run_recorder;
};

const pilots::Teleoperator* add_teleoperator(sim::Simulation& simulation, ChallengeTour tour,
                                             std::uint64_t seed) {
  const RobotId robot(0);
  auto pilot = std::make_unique<pilots::Teleoperator>(
      simulation.state(), simulation.state().robots[robot.index()].instance,
      simulation.robots().measures(robot), std::move(tour.map), std::move(tour.stops), seed);
  const pilots::Teleoperator* const driver = pilot.get();
  simulation.add_pilot(std::move(pilot));
  return driver;
}

Result<ChallengeRun> open_run(const ChallengePlace& place, const std::string& robot,
                              std::uint64_t seed, const DriveFiles& files) {
  auto world = scenario::load_checked_world(files.world, {});
  if (!world) return world.error();
  ChallengeRun run;
  run.simulation = std::make_unique<sim::Simulation>(
      *std::move(world),
      sim::Settings{.seed = seed, .load = scenario::load_settings({}), .allows_model_paths = true});
  const auto entered = scenario::add_robots(*run.simulation, scenario::parse_robots({robot}),
                                            {.sensors = challenge_sensors()});
  if (!entered) return entered.error();
  run.pilot = add_teleoperator(*run.simulation, plan_tour(*run.simulation, place), seed);
  auto orders = CommandRecorder::open(
      files.path,
      fmt::format("the Interleague Challenge's {}, seed {}", run.simulation->world().name, seed));
  if (!orders) return orders.error();
  run.orders = *std::move(orders);
  const World& opened = run.simulation->world();
  auto recorder = recording::Recorder::open(
      files.recording,
      {.program = "rubble " RUBBLE_VERSION,
       .seed = seed,
       .level = opened.name,
       .settings = {},
       .resource_folders = run.simulation->settings().load.resource_folders},
      opened.file, opened.files);
  if (!recorder) return recorder.error();
  run.run_recorder.emplace(*std::move(recorder), *run.simulation);
  run.run_recorder->record_commands(0, *entered);
  return run;
}

Result<void> drive_tick(ChallengeRun& run) {
  sim::Simulation& simulation = *run.simulation;
  const Tick tick = simulation.state().tick;
  const std::vector<Command> commands = simulation.pilot_commands();
  if (const auto kept = run.orders->append(tick, commands); !kept) return kept;
  run.run_recorder->record_commands(tick, commands);
  simulation.step(commands);
  return run.run_recorder->record_tick(simulation);
}

void take_down(const ChallengeRun& run, const CellCoverage& cover, ChallengeDrive& drive) {
  drive.ticks = run.simulation->state().tick;
  drive.state_hash = run.simulation->state().hash();
  drive.cells = cover.in_all();
  drive.cells_driven = cover.visited();
  drive.cells_seen = cover.seen();
  drive.max_tilt = run.pilot->max_tilt();
  drive.stuck_count = run.pilot->stuck_count();
  drive.stops_missed = run.pilot->stops_missed();
}

Result<ChallengeDrive> drive_to_the_end(ChallengeRun& run, const ChallengePlace& place,
                                        const std::function<void(double)>& progress) {
  constexpr Tick kLookEvery = 24;
  ChallengeDrive drive;
  CellCoverage cover(place.cells);
  const State& state = run.simulation->state();
  const InstanceId robot = state.robots[0].instance;
  const auto here = [&] { return Vec2(state.world_from_model(robot).position.head<2>()); };
  Vec2 last = here();
  while (!run.pilot->is_done() && state.tick < tick_at(kMaxDriveTime)) {
    if (const auto done = drive_tick(run); !done) return done.error();
    if (state.tick % kLookEvery != 0) continue;
    drive.distance += (here() - last).norm();
    last = here();
    cover.look(*run.simulation, robot);
    progress(run.pilot->progress());
  }
  if (const auto closed = run.run_recorder->close(*run.simulation); !closed) return closed.error();
  take_down(run, cover, drive);
  if (!run.pilot->is_done())
    return Error{{}, fmt::format("the robot did not come home within {:g} s", kMaxDriveTime)};
  return drive;
}

std::vector<Vec2> stops_in_maze(const sim::Simulation& simulation, const generators::MazePlan& plan,
                                const pilots::Grid& map) {
  constexpr double kMargin = 0.04;  // m beside the body
  const double body = simulation.robots().measures(RobotId(0)).size.y() / 2 + kMargin;
  return pilots::stop_points(
      plan, pilots::maze_tour(pilots::passable_cells(plan, map, body), plan.starts.front()));
}

// Twice round, so that every place is passed again, and home.
std::vector<Vec2> stops_in_hallway(const std::vector<Vec2>& round) {
  std::vector<Vec2> stops = round;
  stops.insert(stops.end(), round.begin(), round.end());
  stops.push_back(round.front());
  return stops;
}

}  // namespace

const std::vector<std::string>& challenge_sensors() {
  static const std::vector<std::string> sensors{"ScannerH", "ScannerV", "IMU", "Odometry"};
  return sensors;
}

ChallengeTour plan_tour(const sim::Simulation& simulation, const ChallengePlace& place) {
  const InstanceId instance = simulation.state().robots.front().instance;
  pilots::Grid map = pilots::drivable_grid(
      simulation.physics(), {.low = Vec2::Zero(), .high = place.size, .top = place.eye}, instance);
  std::vector<Vec2> stops =
      place.maze ? stops_in_maze(simulation, *place.maze, map) : stops_in_hallway(place.round);
  return {std::move(map), std::move(stops)};
}

DriveFiles drive_files(const std::string& folder, const Condition& condition) {
  const std::string world = condition.is_hallway ? "/hallway.sdf" : "/maze.sdf";
  return {folder + world, folder + "/run.mcap", folder + "/path.jsonl"};
}

Result<ChallengeDrive> drive_challenge(const PlaceSettings& settings, const std::string& folder,
                                       const std::function<void(double)>& progress) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) return Error{{folder}, "cannot be made a folder: " + code.message()};
  const double cpu_before = cpu_seconds();
  const DriveFiles files = drive_files(folder, settings.condition);
  const auto place = make_place(settings);
  if (!place) return place.error();
  if (const auto written = write_text_file(files.world, place->sdf); !written)
    return written.error();
  const auto robot = challenge_robot(folder, settings.laser_range);
  if (!robot) return robot.error();
  auto run = open_run(*place, *robot, settings.seed, files);
  if (!run) return run.error();
  auto drive = drive_to_the_end(*run, *place, progress);
  if (!drive) return Error{{files.recording}, drive.error().message};
  drive->files = files;
  drive->robot = *robot;
  drive->cpu_seconds = cpu_seconds() - cpu_before;
  return drive;
}

std::string repeat_command(const ChallengeDrive& drive, std::uint64_t seed) {
  std::string command = fmt::format("./rubble run {} --robot {}", shell_quoted(drive.files.world),
                                    shell_quoted(drive.robot));
  for (const std::string& sensor : challenge_sensors()) command += " --sensor " + sensor;
  return command + fmt::format(" --seed {} --duration {} --drive {}", seed, seconds_at(drive.ticks),
                               shell_quoted(drive.files.path));
}

}  // namespace rubble::challenge
