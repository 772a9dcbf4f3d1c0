// SPDX-License-Identifier: Apache-2.0
// A run that was recorded is repeated from its file alone.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "apps/commands.h"
#include "rubble/recording/recorder.h"
#include "rubble/sdf/load.h"

namespace rubble {
namespace {

namespace fs = std::filesystem;

struct Told {
  int code = 0;
  nlohmann::json json;
};

Told told_by(apps::RunOptions options) {
  options.json = true;
  testing::internal::CaptureStdout();
  const int code = apps::run(options);
  return {code, nlohmann::json::parse(testing::internal::GetCapturedStdout(), nullptr, false)};
}

class Repeat : public testing::Test {
 protected:
  Repeat()
      : folder_(fs::path(testing::TempDir()) / ("rubble_repeat_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~Repeat() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  apps::RunOptions team(double duration) const {
    apps::RunOptions options;
    options.world = "worlds/maze.sdf";
    options.robots = {"P3AT", "Element", "Kenaf", "P2AT"};
    options.sensors = {"urg04lx", "INS", "Odometry"};
    options.duration = duration;
    options.seed = 7;
    options.record = path("run.mcap");
    return options;
  }

 private:
  fs::path folder_;
};

double wanted_seconds() {
  const char* const sweep = std::getenv("RUBBLE_SWEEP");
  return sweep != nullptr && std::string(sweep) == "full" ? 300.0 : 20.0;
}

TEST_F(Repeat, GivesTheSameStateAndReadingsForAnyNumberOfThreads) {
  const Told first = told_by(team(wanted_seconds()));
  ASSERT_EQ(first.code, 0);
  ASSERT_GT(first.json["readings"], 100);
  for (const int threads : {1, 3}) {
    const Told again = told_by({.from = path("run.mcap"), .threads = threads});
    EXPECT_EQ(again.code, 0);
    EXPECT_EQ(again.json["same"], true);
    EXPECT_EQ(again.json["state_hash"], first.json["state_hash"]);
    EXPECT_EQ(again.json["recorded_state_hash"], first.json["state_hash"]);
    EXPECT_EQ(again.json["readings_hash"], first.json["readings_hash"]);
    EXPECT_EQ(again.json["ticks"], first.json["ticks"]);
    EXPECT_EQ(again.json["robots"], first.json["robots"]);
  }
}

TEST_F(Repeat, ExplorersAndTheirSensorsToo) {
  apps::RunOptions options = team(4.0);
  options.robots = {"Element", "P3AT"};
  options.drive = "explore";
  const Told first = told_by(options);
  ASSERT_EQ(first.code, 0);
  const Told again = told_by({.from = path("run.mcap")});
  EXPECT_EQ(again.code, 0);
  EXPECT_EQ(again.json["readings_hash"], first.json["readings_hash"]);
}

TEST_F(Repeat, ARepeatCanBeRecordedAndRepeatedAgain) {
  ASSERT_EQ(told_by(team(2.0)).code, 0);
  const Told again = told_by({.from = path("run.mcap"), .record = path("again.mcap")});
  const Told third = told_by({.from = path("again.mcap")});
  EXPECT_EQ(third.json["state_hash"], again.json["state_hash"]);
  EXPECT_EQ(third.json["same"], true);
}

TEST_F(Repeat, ACutRecordingIsRepeatedAsFarAsItGoes) {
  ASSERT_EQ(told_by(team(3.0)).code, 0);
  fs::resize_file(path("run.mcap"), fs::file_size(path("run.mcap")) * 9 / 10);
  const Told again = told_by({.from = path("run.mcap")});
  EXPECT_EQ(again.code, 0);
  EXPECT_TRUE(again.json["same"].is_null());
  EXPECT_GE(again.json["ticks"], 240);
  EXPECT_LT(again.json["ticks"], 720);
}

TEST_F(Repeat, AnotherEndIsNoticed) {
  LoadSettings settings;
  settings.resource_folders = default_resource_folders();
  const World world = load_world(data_folder() + "/worlds/maze.sdf", settings).value();
  auto recorder =
      recording::Recorder::open(path("wrong.mcap"), {.level = world.name}, world.file, world.files)
          .value();
  ASSERT_TRUE(recorder->close(24, 0x1234).ok());
  const Told again = told_by({.from = path("wrong.mcap")});
  EXPECT_EQ(again.code, 1);
  EXPECT_EQ(again.json["same"], false);
  EXPECT_EQ(again.json["recorded_state_hash"], "0000000000001234");
}

TEST_F(Repeat, ADamagedRecordingIsNotRepeated) {
  ASSERT_EQ(told_by(team(1.0)).code, 0);
  std::ifstream file(path("run.mcap"), std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const std::size_t seed = bytes.find(std::string("seed\1\0\0\0", 8) + "7");
  ASSERT_NE(seed, std::string::npos);
  bytes[seed + 8] = '8';
  std::ofstream(path("run.mcap"), std::ios::binary) << bytes;
  EXPECT_EQ(told_by({.from = path("run.mcap")}).code, 3) << "the CRC of the data finds it";
}

TEST_F(Repeat, WhatIsNotThereIsBadInput) {
  EXPECT_EQ(told_by({.from = path("none.mcap")}).code, 3);
  EXPECT_EQ(told_by({}).code, 2);
}

}  // namespace
}  // namespace rubble
