// SPDX-License-Identifier: Apache-2.0
// Laws of runs: parts add up to the whole, and a run goes on from a snapshot or a recording.
#include "rubble/scenario/run.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "rubble/scenario/recorded_run.h"
#include "rubble/scenario/scenario.h"
#include "rubble/scenario/test_yard.h"

namespace rubble::scenario {
namespace {

Scenario team() {
  return {.world = test_world(),
          .robots = parse_robots({"P3AT", "Element"}),
          .sensors = {"urg04lx", "mti"},
          .pilot = "wander",
          .seed = 2,
          .duration = 0.8};
}

std::unique_ptr<Run> opened(const Scenario& scenario) {
  auto run = open_run(scenario);
  EXPECT_TRUE(run.ok()) << (run.ok() ? "" : run.error().to_string());
  return *std::move(run);
}

void advance(Run& run, double seconds) {
  const auto done = run.advance(seconds);
  EXPECT_TRUE(done.ok()) << (done.ok() ? "" : done.error().to_string());
}

// Files of a test, removed after it.
class RunFiles : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string path(const std::string& name) const { return folder_ + "/" + name; }

  std::string folder_ = testing::TempDir() + "/rubble_run_test_" +
                        testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST(Run, TwoHalvesAreTheWhole) {
  const auto whole = opened(team());
  advance(*whole, 0.8);
  const auto parts = opened(team());
  advance(*parts, 0.3);
  (void)parts->result();  // looking at it changes nothing
  advance(*parts, 0.5);
  const RunResult left = whole->result(), right = parts->result();
  EXPECT_EQ(left.state_hash, right.state_hash);
  EXPECT_EQ(left.readings_hash, right.readings_hash);
  EXPECT_EQ(left.ticks, right.ticks);
  EXPECT_EQ(left.rays, right.rays);
  EXPECT_EQ(left.commands, right.commands);
  EXPECT_EQ(left.robots[1].distance, right.robots[1].distance);
}

TEST(Run, StepsAreTheWholeToo) {
  const auto whole = opened(team());
  advance(*whole, 0.5);
  const auto stepped = opened(team());
  for (int i = 0; i < 120; ++i) ASSERT_TRUE(stepped->step().ok());
  EXPECT_EQ(stepped->result().readings_hash, whole->result().readings_hash);
  EXPECT_EQ(stepped->result().state_hash, whole->result().state_hash);
}

TEST(Run, TotalsRestart) {
  const auto run = opened(team());
  advance(*run, 0.4);
  run->restart_totals();
  EXPECT_EQ(run->result().ticks, 0);
  EXPECT_EQ(run->result().rays, 0);
  EXPECT_EQ(run->result().robots[0].distance, 0.0);
  advance(*run, 0.5);
  EXPECT_EQ(run->result().ticks, 120);
}

TEST(Run, RestoreGoesBackToTheBit) {
  const auto run = opened(team());
  advance(*run, 0.5);
  const auto snapshot = run->save();
  ASSERT_TRUE(snapshot.ok());
  run->restart_totals();
  advance(*run, 0.4);
  const RunResult first = run->result();
  const auto back = run->restore(*snapshot);
  ASSERT_TRUE(back.ok()) << back.error().to_string();
  advance(*run, 0.4);
  const RunResult again = run->result();
  EXPECT_EQ(again.state_hash, first.state_hash);
  EXPECT_EQ(again.readings_hash, first.readings_hash);
  EXPECT_EQ(again.ticks, first.ticks);
}

TEST_F(RunFiles, ARunThatIsRecordedCannotGoBack) {
  const auto run = opened(team());
  ASSERT_TRUE(run->write_to({.recording = path("run.jsonl")}).ok());
  EXPECT_FALSE(run->restore(*run->save()).ok());
}

TEST_F(RunFiles, ARecordingRepeatsTheRun) {
  Scenario scenario = team();
  scenario.load.smoke = 0.001;
  scenario.outputs.recording = path("run.mcap");
  const auto first = run(scenario);
  ASSERT_TRUE(first.ok()) << first.error().to_string();
  const auto recording = recording::Recording::open(scenario.outputs.recording);
  ASSERT_TRUE(recording.ok()) << recording.error().to_string();
  EXPECT_EQ(recording->state_hash(), first->state_hash);
  const auto again = open_repeat(*recording, {.threads = 3});
  ASSERT_TRUE(again.ok()) << again.error().to_string();
  advance(**again, 0.8);
  EXPECT_EQ((*again)->result().state_hash, first->state_hash);
  EXPECT_EQ((*again)->result().readings_hash, first->readings_hash);
}

TEST_F(RunFiles, CommandsInAFileRepeatTheRun) {
  Scenario scenario = team();
  scenario.outputs.recording = path("run.jsonl");
  const auto first = run(scenario);
  ASSERT_TRUE(first.ok()) << first.error().to_string();
  Scenario again = team();
  again.pilot = scenario.outputs.recording;
  const auto repeated = run(again);
  ASSERT_TRUE(repeated.ok()) << repeated.error().to_string();
  EXPECT_EQ(repeated->state_hash, first->state_hash);
}

TEST_F(RunFiles, ASnapshotGoesOn) {
  const auto whole = opened(team());
  advance(*whole, 0.8);
  Scenario half = team();
  half.duration = 0.4;
  half.outputs.snapshot = path("half.snap");
  ASSERT_TRUE(run(half).ok());
  const auto rest = open_snapshot(half.outputs.snapshot, {});
  ASSERT_TRUE(rest.ok()) << rest.error().to_string();
  advance(**rest, 0.4);
  EXPECT_EQ((*rest)->result().state_hash, whole->result().state_hash);
}

TEST_F(RunFiles, AllOutputsAreWritten) {
  Scenario scenario = team();
  scenario.duration = 0.5;
  scenario.outputs = {.recording = path("run.mcap"),
                      .readings = path("readings.jsonl"),
                      .links = path("links.csv"),
                      .snapshot = path("end.snap")};
  const auto result = run(scenario);
  ASSERT_TRUE(result.ok()) << result.error().to_string();
  for (const char* name : {"run.mcap", "readings.jsonl", "links.csv", "end.snap"})
    EXPECT_GT(std::filesystem::file_size(path(name)), 100U) << name;
}

}  // namespace
}  // namespace rubble::scenario
