// SPDX-License-Identifier: Apache-2.0
// A run that is recorded from its middle on, and repeated from the file alone.
#include "rubble/sim/run_recorder.h"

#include <unistd.h>

#include <filesystem>

#include "rubble/logs/log.h"
#include "rubble/recording/recording.h"
#include "rubble/serialization/message_json.h"
#include "rubble/sim/test_room.h"

namespace rubble::sim {
namespace {

constexpr double kBegin = 5.0, kStop = 8.0, kEnd = 10.0;  // s

// What is asked of the run before a tick: robots that come and go, drive and scan; smoke.
std::vector<Command> asked_before(Tick tick) {
  if (tick == 0)
    return {{"R1", SpawnRobot{"P3AT", {}, {"urg04lx", "Odometry"}}},
            {"gone", SpawnRobot{"Element", {Vec3(-3, -2, 0)}, {}}}};
  if (tick == tick_at(1.0)) return {{"cloud", PlaceSmoke{Vec3(2, 0, 0.5), 0.8, 0.003}}};
  if (tick == tick_at(2.0)) return {{"gone", LeaveWorld{}}};
  if (tick == tick_at(3.0))
    return {{"box", CreateObject{.kind = "box",
                                 .world_from_object = {Vec3(1, 1, 1)},
                                 .scale = Vec3::Constant(0.3)}}};
  if (tick == tick_at(6.0)) return {{"R2", SpawnRobot{"Kenaf", {Vec3(-3, 2, 0)}, {"Odometry"}}}};
  if (tick % 60 == 0) return {{"R1", DriveSides{2.0, 2.0 + static_cast<double>(tick % 7)}}};
  return {};
}

class MidRun : public testing::Test {
 protected:
  ~MidRun() override { std::filesystem::remove(path_); }

  void record() {
    Simulation simulation(room(), {.seed = 3});
    std::vector<TimedCommand> so_far;
    std::optional<RunRecorder> run_recorder;
    for (Tick tick = 0; tick < tick_at(kEnd); ++tick) {
      if (tick == tick_at(kBegin)) run_recorder.emplace(file_for(simulation), simulation, so_far);
      if (tick == tick_at(kStop)) {
        ASSERT_TRUE(run_recorder->close(simulation).ok());
        run_recorder.reset();
        live_hash_ = simulation.state().hash();
      }
      const std::vector<Command> commands = asked_before(tick);
      for (const Command& command : commands) so_far.push_back({tick, command});
      if (run_recorder) run_recorder->record_commands(tick, commands);
      simulation.step(commands);
      if (run_recorder) {
        ASSERT_TRUE(run_recorder->record_tick(simulation).ok());
        for (const Reading& reading : simulation.readings()) live_readings_ += to_json(reading);
      }
    }
  }
  std::unique_ptr<recording::Recorder> file_for(const Simulation& simulation) const {
    const World& world = simulation.world();
    return recording::Recorder::open(path_, {.seed = simulation.settings().seed}, world.file,
                                     world.files)
        .value();
  }

  const std::string path_ =
      testing::TempDir() + "rubble_mid_run_" + std::to_string(::getpid()) + ".mcap";
  std::uint64_t live_hash_ = 0;
  std::string live_readings_;
};

TEST_F(MidRun, ARecordingFromTheMiddleRepeatsTheWholeRun) {
  record();
  const auto recording = recording::Recording::open(path_).value();
  EXPECT_EQ(recording.begin(), tick_at(kBegin));
  EXPECT_EQ(recording.ticks(), tick_at(kStop));
  EXPECT_EQ(recording.state_hash(), live_hash_);
  const auto unpacked = recording.unpack();
  ASSERT_TRUE(unpacked.ok()) << unpacked.error().to_string();
  for (const int threads : {1, 2}) {
    const LoadSettings load{unpacked->resource_folders()};
    Simulation again(*load_world(unpacked->world_file(), load),
                     {.seed = recording.facts().seed, .threads = threads, .load = load});
    std::string readings;
    auto next = recording.commands().begin();
    for (Tick tick = 0; tick < recording.ticks(); ++tick) {
      std::vector<Command> commands;
      for (; next != recording.commands().end() && next->tick == tick; ++next)
        commands.push_back(next->command);
      again.step(commands);
      for (const CommandResult& answer : again.command_results())
        EXPECT_TRUE(answer.is_done) << answer.text;
      if (tick < recording.begin()) continue;
      for (const Reading& reading : again.readings()) readings += to_json(reading);
    }
    EXPECT_EQ(again.state().hash(), live_hash_) << threads;
    EXPECT_EQ(readings, live_readings_) << threads;
  }
}

TEST_F(MidRun, AReplayBeginsWhereTheDataBegins) {
  record();
  const auto log = logs::open_log(path_).value();
  EXPECT_DOUBLE_EQ(log->duration(), kStop - kBegin);
  ASSERT_EQ(log->robots().size(), 2U) << "those that were there, not the one that had left";
  EXPECT_EQ(log->robots()[0].name, "R1");
  EXPECT_EQ(log->robots()[1].name, "R2");
  const auto cursor = log->begin();
  const auto first = cursor->next();
  ASSERT_TRUE(first.has_value());
  EXPECT_LT(first->time, 0.2);
  double last = 0.0;
  int statuses = 0;
  while (const auto moment = cursor->next()) {
    last = moment->time;
    statuses += moment->robot == 0 && std::holds_alternative<RobotStatus>(moment->what);
  }
  EXPECT_NEAR(last, kStop - kBegin, 0.11);
  EXPECT_NEAR(statuses, 30, 1) << "ten a second";
}

}  // namespace
}  // namespace rubble::sim
