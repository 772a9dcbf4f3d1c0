// SPDX-License-Identifier: Apache-2.0
#include "apps/challenge_drive.h"

#include <fmt/core.h>

#include <filesystem>
#include <set>

#include "apps/mission.h"
#include "apps/support.h"
#include "rubble/generators/maze.h"
#include "rubble/pilots/drivable.h"
#include "rubble/pilots/maze_tour.h"
#include "rubble/pilots/teleoperator.h"
#include "rubble/recording/command_recorder.h"

namespace rubble::apps {
namespace {

constexpr const char* kChallengeRobot = "Element";
constexpr double kLongestDrive =
    1150.0;  // s, of the twenty minutes that a mission of the contest has

// A simulation of the challenge's maze with the robot in it, and what keeps it.
struct ChallengeRun {
  std::unique_ptr<sim::Simulation> simulation;
  int cells_driven = 0;
  const pilots::Teleoperator* pilot = nullptr;
  std::optional<CommandRecorder> orders;
  std::optional<sim::RunKeeper> keeper;
};

const pilots::Teleoperator* add_teleoperator(sim::Simulation& simulation,
                                             const generators::MazePlan& plan,
                                             const ChallengeTour& tour) {
  const RobotId robot(0);
  auto pilot = std::make_unique<pilots::Teleoperator>(
      simulation.state(), simulation.state().robots[robot.index()].instance,
      simulation.robots().measures(robot), tour.map, pilots::stops_of(plan, tour.cells),
      plan.settings.seed);
  const pilots::Teleoperator* const driver = pilot.get();
  simulation.add_pilot(std::move(pilot));
  return driver;
}

int distinct_cells(const std::vector<generators::Cell>& cells) {
  std::set<std::pair<int, int>> distinct;
  for (const generators::Cell cell : cells) distinct.emplace(cell.column, cell.row);
  return static_cast<int>(distinct.size());
}

Result<ChallengeRun> open_run(const generators::MazePlan& plan, const DriveFiles& files) {
  auto world = open_world(files.world, {});
  if (!world) return world.error();
  ChallengeRun run;
  const std::uint64_t seed = plan.settings.seed;
  run.simulation = std::make_unique<sim::Simulation>(
      *std::move(world), sim::Settings{.seed = seed, .load = load_settings({})});
  const auto entered =
      add_robots(*run.simulation, {kChallengeRobot}, {challenge_sensors(), "none"});
  if (!entered) return entered.error();
  const ChallengeTour tour = plan_tour(*run.simulation, plan);
  run.cells_driven = distinct_cells(tour.cells);
  run.pilot = add_teleoperator(*run.simulation, plan, tour);
  auto orders = CommandRecorder::open(
      files.path, fmt::format("the Interleague Challenge's maze, seed {}", seed));
  if (!orders) return orders.error();
  run.orders = *std::move(orders);
  const World& maze = run.simulation->world();
  auto recorder = recording::Recorder::open(
      files.recording,
      {.program = "rubble " RUBBLE_VERSION,
       .seed = seed,
       .level = maze.name,
       .settings = {},
       .resource_folders = run.simulation->settings().load.resource_folders},
      maze.file, maze.files);
  if (!recorder) return recorder.error();
  run.keeper.emplace(*std::move(recorder), *run.simulation);
  run.keeper->keep_commands(0, *entered);
  return run;
}

Result<void> drive_tick(ChallengeRun& run) {
  sim::Simulation& simulation = *run.simulation;
  const Tick tick = simulation.state().tick;
  const std::vector<Command> commands = simulation.pilot_commands();
  if (const auto kept = run.orders->append(tick, commands); !kept) return kept;
  run.keeper->keep_commands(tick, commands);
  simulation.step(commands);
  return run.keeper->keep_tick(simulation);
}

Result<ChallengeDrive> drive_to_the_end(ChallengeRun& run,
                                        const std::function<void(double)>& progress) {
  ChallengeDrive drive;
  const State& state = run.simulation->state();
  const auto place = [&] {
    return Vec2(state.world_from_model(state.robots[0].instance).position.head<2>());
  };
  Vec2 last = place();
  constexpr Tick kLookEvery = 24;
  while (!run.pilot->is_done() && state.tick < tick_at(kLongestDrive)) {
    if (const auto done = drive_tick(run); !done) return done.error();
    if (state.tick % kLookEvery != 0) continue;
    const Vec2 here = place();
    drive.distance += (here - last).norm();
    last = here;
    progress(run.pilot->progress());
  }
  if (const auto closed = run.keeper->close(*run.simulation); !closed) return closed.error();
  drive.ticks = state.tick;
  drive.state_hash = state.hash();
  drive.cells_driven = run.cells_driven;
  drive.steepest = run.pilot->steepest();
  drive.troubles = run.pilot->troubles();
  drive.stops_missed = run.pilot->stops_missed();
  if (!run.pilot->is_done())
    return Error{{}, fmt::format("the robot did not come home within {:g} s", kLongestDrive)};
  return drive;
}

}  // namespace

const std::vector<std::string>& challenge_sensors() {
  static const std::vector<std::string> sensors{"ScannerH", "ScannerV", "IMU", "Odometry"};
  return sensors;
}

ChallengeTour plan_tour(const sim::Simulation& simulation, const generators::MazePlan& plan) {
  constexpr double kMargin = 0.04;  // m beside the body
  const InstanceId instance = simulation.state().robots.front().instance;
  const double body = simulation.robots().measures(RobotId(0)).size.y() / 2 + kMargin;
  const Vec2 high(plan.settings.width, plan.settings.height);
  pilots::Grid map =
      pilots::drivable_grid(simulation.physics(), {.low = Vec2::Zero(), .high = high}, instance);
  auto cells = pilots::maze_tour(pilots::passable_cells(plan, map, body), plan.starts.front());
  return {std::move(map), std::move(cells)};
}

DriveFiles drive_files(const std::string& folder) {
  return {folder + "/maze.sdf", folder + "/run.mcap", folder + "/path.jsonl"};
}

Result<ChallengeDrive> drive_challenge(const generators::MazeSettings& maze,
                                       const std::string& folder,
                                       const std::function<void(double)>& progress) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) return Error{{folder}, "cannot be made a folder: " + code.message()};
  const double cpu_before = cpu_seconds();
  const DriveFiles files = drive_files(folder);
  const auto plan = generators::plan_maze(maze);
  if (!plan) return plan.error();
  const auto text = generators::maze_sdf(maze);
  if (!text) return text.error();
  if (const auto written = write_file(files.world, *text); !written) return written.error();
  auto run = open_run(*plan, files);
  if (!run) return run.error();
  auto drive = drive_to_the_end(*run, progress);
  if (!drive) return Error{{files.recording}, drive.error().message};
  drive->files = files;
  drive->cells = static_cast<int>(plan->grid.cell_count());
  drive->cpu_seconds = cpu_seconds() - cpu_before;
  return drive;
}

std::string repeat_command(const ChallengeDrive& drive, std::uint64_t seed) {
  std::string command =
      fmt::format("./rubble run {} --robot {}", drive.files.world, kChallengeRobot);
  for (const std::string& sensor : challenge_sensors()) command += " --sensor " + sensor;
  return command + fmt::format(" --seed {} --duration {} --drive {}", seed, seconds_at(drive.ticks),
                               drive.files.path);
}

}  // namespace rubble::apps
