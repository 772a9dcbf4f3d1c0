// SPDX-License-Identifier: Apache-2.0
// A run that is recorded from the middle of its run on.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "rubble/logs/log.h"
#include "rubble/recording/recording.h"
#include "rubble/sdf/load.h"
#include "rubble/server/live_run.h"

namespace rubble::server {
namespace {

class RecordingControlTest : public testing::Test {
 protected:
  ~RecordingControlTest() override { std::filesystem::remove(path_); }

  // A client's P3AT and a robot that a person lets in drive for two seconds each.
  void play(LiveRun& run) {
    run.clients().open(1);
    run.clients().receive(1, "INIT {ClassName USARBot.P3AT} {Name R1} {Location 0,0,-0.2}");
    run.commands().submit({"R2", SpawnRobot{"Element", {Vec3(-3, 2, 0)}, {"Odometry"}}}, nullptr);
    for (int i = 0; i < 480; ++i) {
      if (i == 24) run.clients().receive(1, "DRIVE {Left 2} {Right 1}");
      if (i == 48) run.commands().submit({"R2", DriveSides{2.0, 2.0}}, nullptr);
      if (i == 100) run.commands().submit({"", PlaceSmoke{Vec3(1, 0, 0.5), 0.8, 0.01}}, nullptr);
      run.step();
    }
  }
  Result<void> begin(LiveRun& run) {
    const World& world = simulation_.world();
    return run.recording().begin(
        recording::Recorder::open(path_, {.seed = 7}, world.file, world.files).value(), "middle");
  }
  LiveRun make_run(bool remembers) {
    LiveRunSettings settings;
    settings.keeps_command_history = remembers;
    return LiveRun(simulation_, settings,
                   [](net::ConnectionId, const std::string&, net::Delivery) {});
  }

  const std::string path_ =
      testing::TempDir() + "rubble_recording_control_" + std::to_string(::getpid()) + ".mcap";
  sim::Simulation simulation_{
      *load_world(RUBBLE_SOURCE_DIR "/tests/conversations/room.sdf", {default_resource_folders()}),
      sim::Settings{.seed = 7, .load = {default_resource_folders()}}};
};

TEST_F(RecordingControlTest, FromTheMiddleItRepeatsAndHasAllRobots) {
  LiveRun run = make_run(true);
  play(run);
  ASSERT_TRUE(begin(run).ok());
  for (int i = 0; i < 240; ++i) run.step();
  ASSERT_TRUE(run.recording().end().ok());
  const std::uint64_t live = simulation_.state().hash();
  const auto recording = recording::Recording::open(path_).value();
  EXPECT_EQ(recording.begin(), 480);
  EXPECT_EQ(recording.ticks(), 720);
  EXPECT_EQ(recording.state_hash(), live);
  const auto unpacked = recording.unpack();
  ASSERT_TRUE(unpacked.ok());
  const LoadSettings load{unpacked->resource_folders()};
  sim::Simulation again(*load_world(unpacked->world_file(), load), {.seed = 7, .load = load});
  auto next = recording.commands().begin();
  for (Tick tick = 0; tick < recording.ticks(); ++tick) {
    std::vector<Command> commands;
    for (; next != recording.commands().end() && next->tick == tick; ++next)
      commands.push_back(next->command);
    again.step(commands);
  }
  EXPECT_EQ(again.state().hash(), live);

  const auto log = logs::open_log(path_).value();
  ASSERT_EQ(log->robots().size(), 2U) << "also the one without a client";
  for (const RobotDescription& robot : log->robots())
    for (const SensorDescription& sensor : robot.sensors) {
      if (robot.name == "R1" && sensor.kind == SensorKind::Camera) {
        EXPECT_GE(sensor.tile_x, 0) << "as its client knows it";
      }
    }
  std::array<int, 2> statuses{};
  const auto cursor = log->begin();
  while (const auto moment = cursor->next())
    if (std::holds_alternative<RobotStatus>(moment->what))
      ++statuses[static_cast<std::size_t>(moment->robot)];
  EXPECT_EQ(statuses[0], 10);
  EXPECT_EQ(statuses[1], 10);
}

TEST_F(RecordingControlTest, WithoutHistoryARecordingCannotBeginDuringTheRun) {
  LiveRun run = make_run(false);
  play(run);
  EXPECT_FALSE(begin(run).ok());
  EXPECT_FALSE(run.recording().is_active());
  EXPECT_TRUE(run.recording().end().ok()) << "nothing to end";
}

}  // namespace
}  // namespace rubble::server
