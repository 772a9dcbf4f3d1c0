// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/live_mapper.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace rubble::slam {
namespace {

constexpr int kScans = 40;
constexpr int kBeams = 181;

const std::vector<logs::LaserMount> kLasers{
    {.name = "laser", .base_from_laser = make_pose(0, 0, 0.3, 0, 0, 0), .max_range = 20.0}};

Pose2 true_pose(int k) { return {0.1 * k - 2.0, 0.3, 0.01 * k}; }

// In a room of 12 by 8 m around the origin.
float range_in_room(const Pose2& pose, double angle) {
  const Vec2 direction(std::cos(pose.theta + angle), std::sin(pose.theta + angle));
  const auto to_wall = [](double at, double step, double half) {
    return step > 0.0 ? (half - at) / step : step < 0.0 ? (-half - at) / step : 1e9;
  };
  return static_cast<float>(
      std::min(to_wall(pose.x, direction.x(), 6.0), to_wall(pose.y, direction.y(), 4.0)));
}

logs::LaserScan scan_at(int k) {
  logs::LaserScan scan{
      .stamp = 0.2 * k, .angle_min = -kPi / 2, .angle_increment = kPi / (kBeams - 1)};
  for (int i = 0; i < kBeams; ++i)
    scan.ranges.push_back(range_in_room(true_pose(k), scan.angle_min + i * scan.angle_increment));
  return scan;
}

MappedRun map_live(const logs::LogFault& fault = {}) {
  LiveMapper mapper({.fault = fault});
  for (int k = 0; k < kScans; ++k) {
    logs::LaserScan scan = scan_at(k);
    logs::correct(scan, fault.laser);  // its own inverse
    mapper.add(logs::StampedOdometry{0.2 * k, true_pose(k)}, kLasers);
    mapper.add(scan, kLasers);
  }
  return mapper.finish();
}

double separation(const Pose2& one, const Pose2& other) {
  return (one.position() - other.position()).norm();
}

TEST(LiveMapper, MapsEveryScanAtItsPose) {
  const MappedRun run = map_live();
  ASSERT_EQ(run.scans.size(), static_cast<std::size_t>(kScans));
  ASSERT_EQ(run.slam->poses().size(), run.scans.size());
  EXPECT_EQ(run.odometry.size(), run.scans.size());
  EXPECT_NEAR(run.seconds, 0.2 * (kScans - 1), 1e-9);
  const Pose2 moved = run.slam->poses().front().inverse() * run.slam->poses().back();
  EXPECT_LT(separation(moved, true_pose(0).inverse() * true_pose(kScans - 1)), 0.03);
}

TEST(LiveMapper, CorrectsAMirroredLaser) {
  const MappedRun right = map_live(), mirrored = map_live({.laser = logs::LaserFault::Mirrored});
  ASSERT_EQ(mirrored.scans.size(), right.scans.size());
  for (std::size_t i = 0; i < right.scans.size(); ++i)
    EXPECT_LT(separation(mirrored.slam->poses()[i], right.slam->poses()[i]), 1e-6) << i;
}

TEST(LiveMapper, WithoutScansThereIsNothing) {
  LiveMapper mapper({});
  mapper.add(logs::StampedOdometry{1.0, {}}, {});
  const MappedRun run = mapper.finish();
  EXPECT_TRUE(run.scans.empty());
  EXPECT_EQ(run.seconds, 0.0);
}

}  // namespace
}  // namespace rubble::slam
