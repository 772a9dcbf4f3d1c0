// SPDX-License-Identifier: Apache-2.0
// A stage that is recorded from the middle of its run on.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "rubble/logs/log.h"
#include "rubble/recording/recording.h"
#include "rubble/sdf/load.h"
#include "rubble/server/stage.h"

namespace rubble::server {
namespace {

class StageRecording : public testing::Test {
 protected:
  ~StageRecording() override { std::filesystem::remove(path_); }

  // A client's P3AT and a robot that a person lets in drive for two seconds each.
  void play(Stage& stage) {
    stage.open(1);
    stage.receive(1, "INIT {ClassName USARBot.P3AT} {Name R1} {Location 0,0,-0.2}");
    stage.submit({"R2", SpawnRobot{"Element", {Vec3(-3, 2, 0)}, {"Odometry"}}}, nullptr);
    for (int i = 0; i < 480; ++i) {
      if (i == 24) stage.receive(1, "DRIVE {Left 2} {Right 1}");
      if (i == 48) stage.submit({"R2", DriveSides{2.0, 2.0}}, nullptr);
      if (i == 100) stage.submit({"", PlaceSmoke{Vec3(1, 0, 0.5), 0.8, 0.01}}, nullptr);
      stage.step();
    }
  }
  Result<void> begin(Stage& stage) {
    const World& world = simulation_.world();
    return stage.begin_recording(
        recording::Recorder::open(path_, {.seed = 7}, world.file, world.files).value(), "middle");
  }
  Stage make_stage(bool remembers) {
    StageSettings settings;
    settings.keeps_command_history = remembers;
    return Stage(simulation_, settings,
                 [](net::ConnectionId, const std::string&, net::Delivery) {});
  }

  const std::string path_ =
      testing::TempDir() + "rubble_stage_" + std::to_string(::getpid()) + ".mcap";
  sim::Simulation simulation_{
      *load_world(RUBBLE_SOURCE_DIR "/tests/conversations/room.sdf", {default_resource_folders()}),
      sim::Settings{.seed = 7, .load = {default_resource_folders()}}};
};

TEST_F(StageRecording, FromTheMiddleItRepeatsAndHasAllRobots) {
  Stage stage = make_stage(true);
  play(stage);
  ASSERT_TRUE(begin(stage).ok());
  for (int i = 0; i < 240; ++i) stage.step();
  ASSERT_TRUE(stage.end_recording().ok());
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

TEST_F(StageRecording, WithoutHistoryARecordingCannotBeginDuringTheRun) {
  Stage stage = make_stage(false);
  play(stage);
  EXPECT_FALSE(begin(stage).ok());
  EXPECT_FALSE(stage.is_recording());
  EXPECT_TRUE(stage.end_recording().ok()) << "nothing to end";
}

}  // namespace
}  // namespace rubble::server
