// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/odometry_poses.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace rubble::slam {
namespace {

constexpr double kScanGap = 5.0;  // s

// A way with corners, as a robot drives in offices; true at every moment.
Pose2 true_pose(double t) {
  const double heading = 1.3 * std::sin(0.7 * t);
  return {0.5 * t, 2.0 * std::sin(0.35 * t), heading};
}

std::vector<StampedPose2> true_scans() {
  std::vector<StampedPose2> scans;
  for (double t = 3.0; t < 60.0; t += kScanGap) scans.push_back({t, true_pose(t)});
  return scans;
}

// Ten times a second, in a frame of its own; steps too long and turned by so much.
std::vector<logs::StampedOdometry> wheels(double scale, double turn) {
  std::vector<logs::StampedOdometry> moments;
  Pose2 pose{-7.0, 4.0, 2.5};
  for (int k = 0; k <= 650; ++k) {
    if (k > 0) {
      Pose2 step = true_pose(0.1 * (k - 1)).inverse() * true_pose(0.1 * k);
      step.x *= scale;
      step.y *= scale;
      step.theta += turn;
      pose = pose * step;
    }
    moments.push_back({0.1 * k, pose});
  }
  return moments;
}

double distance(const Pose2& one, const Pose2& other) {
  return (one.position() - other.position()).norm();
}

double worst_of(const std::vector<StampedPose2>& poses) {
  double worst = 0.0;
  for (const StampedPose2& moment : poses)
    if (moment.stamp >= 3.0 && moment.stamp <= 58.0)
      worst = std::max(worst, distance(moment.pose, true_pose(moment.stamp)));
  return worst;
}

TEST(OdometryPoses, ExactOdometryGivesTheTruePathInAnyFrame) {
  const auto poses = poses_at_odometry(wheels(1.0, 0.0), true_scans());
  ASSERT_EQ(poses.size(), 651U);
  for (const StampedPose2& moment : poses) {
    EXPECT_LT(distance(moment.pose, true_pose(moment.stamp)), 1e-9) << moment.stamp;
    EXPECT_LT(std::abs(wrap_angle(moment.pose.theta - true_pose(moment.stamp).theta)), 1e-9);
  }
}

TEST(OdometryPoses, EveryScanPoseIsMetExactlyAndThePathIsContinuous) {
  const auto scans = true_scans();
  auto odometry = wheels(1.08, 0.004);
  const auto poses = poses_at_odometry(odometry, scans);
  double longest = 0.0;
  for (std::size_t i = 1; i < poses.size(); ++i)
    longest = std::max(longest, distance(poses[i].pose, poses[i - 1].pose));
  EXPECT_LT(longest, 0.15);  // of 0.1 s at about 0.9 m/s at most
  for (const StampedPose2& scan : scans) {
    const auto at = std::find_if(poses.begin(), poses.end(), [&](const StampedPose2& moment) {
      return std::abs(moment.stamp - scan.stamp) < 1e-9;
    });
    ASSERT_NE(at, poses.end());
    EXPECT_LT(distance(at->pose, scan.pose), 1e-6);
    EXPECT_LT(std::abs(wrap_angle(at->pose.theta - scan.pose.theta)), 1e-6);
  }
  // Also by a moment a nanosecond off it, on either side.
  for (const double shift : {-1e-9, 1e-9}) {
    auto moved = odometry;
    for (logs::StampedOdometry& moment : moved) moment.stamp += shift;
    for (const StampedPose2& moment : poses_at_odometry(moved, scans)) {
      if (std::abs(moment.stamp - 8.0) > 1e-6) continue;
      EXPECT_LT(distance(moment.pose, true_pose(8.0)), 1e-6);
    }
  }
}

TEST(OdometryPoses, AreFarNearerThanStraightLinesBetweenScans) {
  const auto scans = true_scans();
  double straight = 0.0;
  for (std::size_t k = 1; k < scans.size(); ++k)
    for (double share = 0.0; share <= 1.0; share += 0.02) {
      const Vec2 at = scans[k - 1].pose.position() +
                      share * (scans[k].pose.position() - scans[k - 1].pose.position());
      const double stamp = scans[k - 1].stamp + share * kScanGap;
      straight = std::max(straight, (at - true_pose(stamp).position()).norm());
    }
  EXPECT_GT(straight, 0.5);
  EXPECT_LT(worst_of(poses_at_odometry(wheels(1.05, 0.002), scans)), 0.15 * straight);
}

TEST(OdometryPoses, WheelsThatSayNothingLeaveAStraightLineInTime) {
  const std::vector<StampedPose2> scans = {{0.0, {1, 1, 0.2}}, {4.0, {3, 5, -0.2}}};
  const std::vector<logs::StampedOdometry> still = {{-1.0, {}}, {1.0, {}}, {3.0, {}}, {9.0, {}}};
  const auto poses = poses_at_odometry(still, scans);
  ASSERT_EQ(poses.size(), 4U);
  EXPECT_EQ(poses[0].pose, scans[0].pose);
  EXPECT_LT(distance(poses[1].pose, {1.5, 2.0, 0.0}), 1e-12);
  EXPECT_NEAR(poses[2].pose.theta, -0.1, 1e-12);
  EXPECT_EQ(poses[3].pose, scans[1].pose);
}

// Wheels that were set to zero in between: each half hangs on its own scan.
TEST(OdometryPoses, AJumpOfOdometryIsTakenOut) {
  const auto scans = true_scans();
  auto odometry = wheels(1.0, 0.0);
  const Pose2 jump{30.0, -12.0, 1.0};
  for (logs::StampedOdometry& moment : odometry)
    if (moment.stamp > 30.45) moment.pose = jump * moment.pose;
  EXPECT_LT(worst_of(poses_at_odometry(odometry, scans)), 1e-6);
}

TEST(OdometryPoses, AllAreTheScansAndTheMomentsBetween) {
  const auto scans = true_scans();
  const auto odometry = wheels(1.02, 0.0);
  std::vector<logs::StampedOdometry> with_equal = odometry;
  for (logs::StampedOdometry& moment : with_equal)
    for (const StampedPose2& scan : scans)
      if (std::abs(moment.stamp - scan.stamp) < 1e-6) moment.stamp = scan.stamp;
  const auto all = poses_of_all(with_equal, scans);
  EXPECT_EQ(all.size(), odometry.size());
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end(),
                             [](const auto& a, const auto& b) { return a.stamp < b.stamp; }));
  for (const StampedPose2& scan : scans)
    EXPECT_EQ(std::count_if(all.begin(), all.end(),
                            [&](const auto& moment) {
                              return moment.stamp == scan.stamp && moment.pose == scan.pose;
                            }),
              1);
  EXPECT_TRUE(poses_at_odometry(odometry, {}).empty());
  EXPECT_EQ(poses_of_all({}, scans).size(), scans.size());
}

}  // namespace
}  // namespace rubble::slam
