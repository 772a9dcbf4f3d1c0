// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/association.h"

#include <gtest/gtest.h>

#include <cmath>

#include "rubble/base/random.h"
#include "rubble/evaluation/test_paths.h"

namespace rubble::evaluation {
namespace {

using logs::RobotLog;
using trajectory::Trajectory;

// A drive that starts, stops and turns as it likes, ten poses a second.
Trajectory restless_drive(std::uint64_t seed, double seconds) {
  Random random(seed, "drive");
  std::vector<std::pair<double, Pose2>> poses;
  Pose2 pose;
  double speed = 0.0, turn = 0.0;
  for (int k = 0; 0.1 * k < seconds; ++k) {
    if (k % 15 == 0) {
      speed = std::max(0.0, 1.1 * random.uniform() - 0.3);
      turn = 0.8 * random.normal();
    }
    pose = pose * Pose2{0.1 * speed, 0.0, 0.1 * turn};
    poses.push_back({1000.0 + 0.1 * k, pose});
  }
  return test::planar_trajectory(poses);
}

// As a SLAM has it: another frame, noise, a clock of its own, other moments.
Trajectory as_estimated(const Trajectory& truth, double offset, std::uint64_t seed) {
  Trajectory estimate;
  estimate.is_planar = true;
  estimate.path = "estimate.tum";
  Random random(seed, "estimate");
  const Pose2 frame{12.0, -7.0, 2.0};
  for (std::size_t k = 20; k + 40 < truth.poses.size(); k += 2) {
    Pose2 pose = frame * planar(truth.poses[k].pose);
    pose.x += 0.01 * random.normal();
    pose.y += 0.01 * random.normal();
    pose.theta += 0.005 * random.normal();
    estimate.poses.push_back({truth.poses[k].stamp - offset, spatial(pose)});
  }
  return estimate;
}

TEST(TimeOffset, IsFoundWhateverItIs) {
  std::uint64_t seed = 0;
  for (const double offset : {0.0, 0.37, -5.04, 63.21, -1.1e9}) {
    const Trajectory truth = restless_drive(++seed, 240.0);
    const auto found = estimate_time_offset(as_estimated(truth, offset, seed), truth);
    ASSERT_TRUE(found) << found.error().to_string();
    EXPECT_NEAR(found->seconds, offset, 0.03) << offset;
    EXPECT_GT(found->correlation, 0.8);
    EXPECT_GT(found->sharpness(), 0.2);
    EXPECT_NEAR(found->overlap, 240.0 - 6.0, 0.5);
  }
}

TEST(TimeOffset, OfAPartIsFound) {
  const Trajectory truth = restless_drive(9, 300.0);
  Trajectory part = as_estimated(truth, 17.5, 9);
  part.poses.erase(part.poses.begin(), part.poses.begin() + 400);
  part.poses.resize(500);
  const auto found = estimate_time_offset(part, truth);
  ASSERT_TRUE(found) << found.error().to_string();
  EXPECT_NEAR(found->seconds, 17.5, 0.03);
}

// Laps that are all alike, other runs and robots that stand have no offset.
TEST(TimeOffset, IsRefusedWhereNoneStandsOut) {
  std::vector<std::pair<double, Pose2>> laps;
  Pose2 pose;
  for (int k = 0; k < 3000; ++k) {
    const double t = 0.1 * k;
    pose = pose * Pose2{0.05 + 0.02 * std::sin(2 * kPi * t / 20), 0.0,
                        0.03 + 0.02 * std::cos(2 * kPi * t / 20)};
    laps.push_back({t, pose});
  }
  const Trajectory round = test::planar_trajectory(laps);
  const auto alike = estimate_time_offset(round, round);
  ASSERT_FALSE(alike.ok());
  EXPECT_NE(alike.error().message.find("stands out"), std::string::npos);
  EXPECT_FALSE(estimate_time_offset(restless_drive(3, 200.0), restless_drive(4, 200.0)).ok());
  std::vector<std::pair<double, Pose2>> still;
  for (int k = 0; k < 600; ++k) still.push_back({0.1 * k, {1, 2, 3}});
  EXPECT_FALSE(estimate_time_offset(test::planar_trajectory(still), restless_drive(5, 100.0)).ok());
  EXPECT_FALSE(estimate_time_offset(test::planar_trajectory({{0.0, {}}}), round).ok());
}

TEST(ByIndex, EachPoseTakesItsPartnersStamp) {
  const Trajectory three =
      test::planar_trajectory({{0.0, {1, 0, 0}}, {1.0, {2, 0, 0}}, {2.0, {3, 0, 0}}});
  const double stamps[] = {100.5, 103.25, 104.0};
  const auto stamped = stamped_by_index(three, stamps, "truth.tum");
  ASSERT_TRUE(stamped);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(stamped->poses[k].stamp, stamps[k]);
    EXPECT_EQ(stamped->poses[k].pose.position, three.poses[k].pose.position);
  }
  const auto refused = stamped_by_index(three, std::span(stamps).first(2), "truth.tum");
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("has 3 poses, and truth.tum has 2"), std::string::npos);
}

// Scans as different as those of a moving robot are.
RobotLog log_of_scans(std::size_t count, double first, double step) {
  RobotLog log;
  log.path = "original.clf";
  log.lasers.resize(1);
  for (std::size_t k = 0; k < count; ++k) {
    logs::LaserScan laser_scan;
    laser_scan.stamp = first + step * static_cast<double>(k);
    Random random(5, "scan", k);
    for (int beam = 0; beam < 90; ++beam)
      laser_scan.ranges.push_back(static_cast<float>(1.0 + 5.0 * random.uniform()));
    log.laser_scans.push_back(std::move(laser_scan));
  }
  return log;
}

TEST(ByScans, PosesTakeTheStampThatTheirScanHasInTheOtherLog) {
  const RobotLog original = log_of_scans(40, 5000.0, 0.25);
  RobotLog corrected = log_of_scans(40, 0.0, 1.0);
  // Written with fewer digits, some scans left out, one that the original has not.
  for (auto& laser_scan : corrected.laser_scans)
    for (float& range : laser_scan.ranges) range = std::round(range * 100.0F) / 100.0F;
  corrected.laser_scans.erase(corrected.laser_scans.begin() + 7,
                              corrected.laser_scans.begin() + 12);
  corrected.laser_scans.back().ranges[0] += 3.0F;
  Trajectory estimate;
  for (const auto& laser_scan : corrected.laser_scans)
    estimate.poses.push_back({laser_scan.stamp, spatial({laser_scan.stamp, 0.0, 0.0})});
  const auto found = stamped_by_scans(estimate, corrected, original);
  ASSERT_TRUE(found) << found.error().to_string();
  EXPECT_EQ(found->scans, 35U);
  EXPECT_EQ(found->matched, 34U);
  for (const auto& pose : found->trajectory.poses)
    EXPECT_EQ(pose.stamp, 5000.0 + 0.25 * pose.pose.position.x());
}

TEST(ByScans, ScansThatRepeatArePairedInTheirOrderOrLeftOut) {
  RobotLog original = log_of_scans(20, 100.0, 1.0), corrected = log_of_scans(20, 0.0, 1.0);
  for (RobotLog* log : {&original, &corrected})
    for (const std::size_t k : {5U, 6U, 7U})
      log->laser_scans[k].ranges = log->laser_scans[4].ranges;
  Trajectory estimate;
  for (const auto& laser_scan : corrected.laser_scans)
    estimate.poses.push_back({laser_scan.stamp, spatial({laser_scan.stamp, 0.0, 0.0})});
  const auto found = stamped_by_scans(estimate, corrected, original);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->matched, 20U);
  for (const auto& pose : found->trajectory.poses)
    EXPECT_EQ(pose.stamp, 100.0 + pose.pose.position.x());
  original.laser_scans.erase(original.laser_scans.begin() + 6);
  const auto fewer = stamped_by_scans(estimate, corrected, original);
  ASSERT_TRUE(fewer);
  EXPECT_EQ(fewer->matched, 16U);
  EXPECT_EQ(fewer->ambiguous, 4U);
}

TEST(ByScans, OtherScansAreRefusedWithTheirCounts) {
  const RobotLog original = log_of_scans(10, 0.0, 1.0);
  RobotLog other = log_of_scans(10, 0.0, 1.0);
  for (auto& laser_scan : other.laser_scans) laser_scan.ranges[3] += 1.0F;
  Trajectory estimate;
  for (const auto& laser_scan : other.laser_scans)
    estimate.poses.push_back({laser_scan.stamp, Pose{}});
  const auto refused = stamped_by_scans(estimate, other, original);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("0 of its 10 scans are in original.clf"),
            std::string::npos);
}

}  // namespace
}  // namespace rubble::evaluation
