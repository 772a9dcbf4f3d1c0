// SPDX-License-Identifier: Apache-2.0
#include "rubble/scenario/scenario.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "rubble/scenario/add_pilots.h"
#include "rubble/scenario/add_robots.h"
#include "rubble/scenario/recorded_run.h"
#include "rubble/scenario/test_yard.h"

namespace rubble::scenario {
namespace {

Scenario yard(double duration) {
  return {.world = test_world(),
          .robots = parse_robots({"P3AT", "Element"}),
          .sensors = {"urg04lx", "IMU"},
          .pilot = "wander",
          .seed = 5,
          .duration = duration};
}

RunResult result_of(const Scenario& scenario) {
  const auto result = run(scenario);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().to_string());
  return result ? *result : RunResult{};
}

std::string error_of(const Scenario& scenario) {
  const auto result = run(scenario);
  return result ? "" : result.error().to_string();
}

void expect_same(const RunResult& left, const RunResult& right) {
  EXPECT_EQ(left.ticks, right.ticks);
  EXPECT_EQ(left.state_hash, right.state_hash);
  EXPECT_EQ(left.readings_hash, right.readings_hash);
  EXPECT_EQ(left.rays, right.rays);
  EXPECT_EQ(left.contacts, right.contacts);
}

TEST(Scenario, GivesTheSameResultTwiceAndForAnyNumberOfThreads) {
  const RunResult once = result_of(yard(0.5));
  EXPECT_EQ(once.ticks, 120);
  EXPECT_EQ(once.robots.size(), 2U);
  EXPECT_GT(once.robots[0].distance, 0.01);
  EXPECT_GT(once.readings, 10);
  expect_same(result_of(yard(0.5)), once);
  Scenario threaded = yard(0.5);
  threaded.threads = 7;
  expect_same(result_of(threaded), once);
}

TEST(Scenario, IsAnotherRunWithAnotherSeed) {
  Scenario other = yard(0.5);
  other.seed = 6;
  EXPECT_NE(result_of(other).readings_hash, result_of(yard(0.5)).readings_hash);
}

TEST(Scenario, TakesALoadedWorldAsWellAsItsFile) {
  Scenario loaded = yard(0.5);
  loaded.world = *load_checked_world(std::get<std::string>(loaded.world), {});
  expect_same(result_of(loaded), result_of(yard(0.5)));
}

TEST(Scenario, HazeIsPartOfTheWorld) {
  Scenario hazy = yard(0.5);
  hazy.load.smoke = 0.02;
  EXPECT_NE(result_of(hazy).readings_hash, result_of(yard(0.5)).readings_hash);
}

TEST(Scenario, ErrorsSayWhatWasExpected) {
  Scenario scenario = yard(0.1);
  scenario.world = "mase";
  EXPECT_EQ(error_of(scenario),
            "there is neither a file nor a world of the name 'mase'; did you "
            "mean 'maze'?");
  scenario = yard(0.1);
  scenario.sensors = {"urg04l"};
  EXPECT_NE(error_of(scenario).find("did you mean 'urg04lx'?"), std::string::npos);
  scenario = yard(0.1);
  scenario.robots[0].start = "1,2,x";
  EXPECT_NE(error_of(scenario).find("'1,2,x' is not a position"), std::string::npos);
  scenario = yard(0.1);
  scenario.pilot = "wandr";
  EXPECT_NE(error_of(scenario).find("did you mean --drive wander?"), std::string::npos);
  scenario = yard(0.1);
  scenario.outputs.readings = testing::TempDir() + "/no/such/folder.jsonl";
  EXPECT_NE(error_of(scenario).find("does its folder exist?"), std::string::npos);
}

TEST(Scenario, ReportsWhatOnlySomeRobotsHave) {
  std::vector<std::string> remarks;
  const Observer observer{.remark = [&](const std::string& text) { remarks.push_back(text); }};
  Scenario scenario = yard(0.0);
  scenario.robots = parse_robots({"P3AT", "Element"});
  scenario.sensors = {"ScannerH"};
  ASSERT_TRUE(open_run(scenario, observer).ok());
  ASSERT_EQ(remarks.size(), 1U);
  EXPECT_EQ(remarks[0], "sensor 'ScannerH': R1 (P3AT) without it");
}

TEST(Scenario, ProgressGrowsToTheEnd) {
  std::vector<double> progress;
  const Observer observer{.progress = [&](double done) { progress.push_back(done); }};
  ASSERT_TRUE(run(yard(1.0), observer).ok());
  ASSERT_EQ(progress.size(), 10U);
  EXPECT_TRUE(std::is_sorted(progress.begin(), progress.end()));
  EXPECT_EQ(progress.front(), 0.0);
  EXPECT_LT(progress.back(), 1.0);
}

TEST(RobotRequest, IsAClassAStartOrAPosition) {
  EXPECT_EQ(parse_robot("P3AT").robot_class, "P3AT");
  EXPECT_EQ(parse_robot("P3AT").start, "");
  EXPECT_EQ(parse_robot("Kenaf@Start2").robot_class, "Kenaf");
  EXPECT_EQ(parse_robot("Kenaf@Start2").start, "Start2");
  EXPECT_EQ(parse_robot("mine.sdf@1,2").robot_class, "./mine.sdf");
  EXPECT_EQ(parse_robot("robots/mine.urdf").robot_class, "robots/mine.urdf");
  const auto pose = parse_position("1,2,0.5,3");
  ASSERT_TRUE(pose.ok());
  EXPECT_EQ(pose->position, Vec3(1, 2, 0.5));
  EXPECT_NEAR(yaw_of(pose->rotation), 3.0, 1e-12);
  EXPECT_FALSE(parse_position("1,2,nan").ok());
  EXPECT_FALSE(parse_position("Start2").ok());
}

TEST(RobotRequest, AGivenPoseAndNameAreTaken) {
  Scenario scenario = yard(0.0);
  scenario.pilot = "none";
  scenario.sensors = {};
  const Pose pose = make_pose(0.5, 1.9, 0.1, 0, 0, 1.0);
  scenario.robots = {{.robot_class = "P3AT", .world_from_robot = pose, .name = "scout"}};
  const auto opened = open_run(scenario);
  ASSERT_TRUE(opened.ok()) << opened.error().to_string();
  const State& state = (*opened)->simulation().state();
  EXPECT_TRUE(state.find("scout").is_valid());
  EXPECT_NEAR(state.world_from_model(state.find("scout")).position.y(), 1.9, 1e-9);
}

}  // namespace
}  // namespace rubble::scenario
