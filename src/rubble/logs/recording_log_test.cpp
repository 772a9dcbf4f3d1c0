// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "rubble/logs/log.h"
#include "rubble/recording/recorder.h"
#include "rubble/recording/recording.h"
#include "rubble/recording/test_recording.h"

namespace rubble::logs {
namespace {

using namespace rubble::recording;

TEST(RecordingLog, WhatWasKeptComesBackInItsOrder) {
  const Folder folder;
  const WorldFiles files(folder);
  const std::string path = folder / "r.mcap";
  std::vector<std::uint64_t> kept;
  {
    auto recorder = Recorder::open(path, some_facts(files), files.world, {&files.world, 1}).value();
    RobotDescription robot;
    robot.name = "R 1/\xff";
    robot.sensors = {{.name = "Scanner1"}};
    recorder->keep(robot, 0);
    for (Tick tick = 0; tick < 600; ++tick) {
      const Command command{"R1", DriveSides{0.1 * static_cast<double>(tick), -1.0 / 3.0}};
      if (tick % 24 == 0) recorder->keep(tick, {&command, 1});
      if (tick % 24 == 0) {
        recorder->keep(some_scan(tick));
        kept.push_back(hash_of(some_scan(tick)));
        recorder->keep(RobotStatus{.tick = tick, .robot = robot.name, .battery = 7.0});
        recorder->keep(Truth{tick, {{"R1", "P3AT", make_pose(1, 2, 3, 0, 0, 1)}}});
        recorder->keep(Event{tick, "R1", RobotEntered{.robot_class = "P3AT"}});
      }
      ASSERT_TRUE(recorder->end_tick(tick + 1).ok());
    }
    ASSERT_TRUE(recorder->close(600, 0x123456789abcdef0).ok());
  }
  const auto recording = Recording::open(path);
  ASSERT_TRUE(recording.ok()) << recording.error().to_string();
  EXPECT_EQ(recording->facts().seed, 18446744073709551615ULL);
  EXPECT_EQ(recording->facts().settings.at("dialect"), "compat");
  EXPECT_EQ(recording->ticks(), 600);
  EXPECT_EQ(recording->state_hash(), 0x123456789abcdef0U);
  EXPECT_TRUE(recording->is_complete());
  ASSERT_EQ(recording->commands().size(), 25U);
  EXPECT_EQ(recording->commands()[3].tick, 72);
  EXPECT_EQ(std::get<DriveSides>(recording->commands()[3].command.data).left, 0.1 * 72.0);

  const auto log = open_recording_log(path);
  ASSERT_TRUE(log.ok()) << log.error().to_string();
  EXPECT_EQ((*log)->arena().level, "w");
  ASSERT_EQ((*log)->arena().starts.size(), 1U);
  EXPECT_EQ((*log)->arena().starts[0].name, "Here");
  ASSERT_EQ((*log)->robots().size(), 1U);
  EXPECT_EQ((*log)->duration(), 2.5);
  auto cursor = (*log)->begin();
  std::vector<std::uint64_t> told;
  int statuses = 0;
  while (const auto moment = cursor->next()) {
    EXPECT_EQ(moment->robot, 0);
    if (const auto* reading = std::get_if<Reading>(&moment->what)) {
      EXPECT_EQ(moment->time, seconds_at(reading->tick));
      told.push_back(hash_of(*reading));
    } else {
      ++statuses;
    }
  }
  EXPECT_EQ(told, kept) << "every reading to the bit";
  EXPECT_EQ(statuses, 25);
}

}  // namespace
}  // namespace rubble::logs
