// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/leveling.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace rubble::slam {
namespace {

constexpr double kMaxRange = 5.6;  // m
constexpr double kCeilingHeight = 4.0;

logs::LaserMount level_mount() {
  return {"ScannerH", make_pose(0.25, 0.0, 0.33, 0.0, 0.0, 0.0), kMaxRange};
}

logs::LaserMount upright_mount() {
  return {"ScannerV", make_pose(0.1, 0.08, 0.33, kPi / 2, 0.0, 0.0), kMaxRange};
}

// A corridor along x, 1.2 m wide, its end at x = 2; walls of 1.2 m, floor at 0, a high ceiling.
double corridor_range(const Vec3& from, const Vec3& direction) {
  double nearest = std::numeric_limits<double>::infinity();
  const auto meet = [&](double distance, double rise, double max_scan_height) {
    const double way = distance / rise;
    if (!(way > 1e-6)) return;
    const double height = from.z() + way * direction.z();
    if (height >= -1e-9 && height <= max_scan_height) nearest = std::min(nearest, way);
  };
  meet(0.6 - from.y(), direction.y(), 1.2);
  meet(-0.6 - from.y(), direction.y(), 1.2);
  meet(2.0 - from.x(), direction.x(), 1.2);
  if (direction.z() < 0.0) nearest = std::min(nearest, from.z() / -direction.z());
  if (direction.z() > 0.0) nearest = std::min(nearest, (kCeilingHeight - from.z()) / direction.z());
  return nearest < kMaxRange ? nearest : std::numeric_limits<double>::quiet_NaN();
}

logs::LaserScan sweep_of(const Pose& world_from_base, const logs::LaserMount& mount, double stamp,
                         int laser) {
  constexpr int kBeams = 682;
  logs::LaserScan laser_scan{stamp, laser, -2.0862, 0.0061359, {}};
  const Pose world_from_laser = world_from_base * mount.base_from_laser;
  for (int i = 0; i < kBeams; ++i) {
    const double angle = laser_scan.angle_min + i * laser_scan.angle_increment;
    const Vec3 direction = world_from_laser.rotation * Vec3(std::cos(angle), std::sin(angle), 0.0);
    laser_scan.ranges.push_back(
        static_cast<float>(corridor_range(world_from_laser.position, direction)));
  }
  return laser_scan;
}

// Everything of a robot that stands in the corridor, tilted, its base lifted.
struct Standing {
  TiltAndHeight tilt;
  Pose world_from_base;
};

Standing standing(double roll, double pitch, double height) {
  return {{roll, pitch, height, height}, make_pose(0.0, 0.0, height, roll, pitch, 0.0)};
}

double off_walls(const Vec2f& hit) {
  return std::min(std::abs(std::abs(hit.y()) - 0.6F), std::abs(hit.x() - 2.0F));
}

TEST(Leveling, ALevelRobotKeepsEveryBeam) {
  const auto [tilt, pose] = standing(0.0, 0.0, 0.0);
  const PlanarScan scan =
      leveled_scan(sweep_of(pose, level_mount(), 0.0, 0), level_mount(), tilt, {});
  EXPECT_GT(scan.hits.size(), 600U);
  for (const Vec2f& hit : scan.hits) EXPECT_LT(off_walls(hit), 1e-3);
}

TEST(Leveling, TiltedRobotsSeeWallsWhereTheyAreAndNoFloor) {
  for (const double roll : {-0.26, 0.0, 0.15, 0.26})
    for (const double pitch : {-0.26, -0.1, 0.1, 0.26}) {
      const auto [tilt, pose] = standing(roll, pitch, 0.08);
      const PlanarScan scan =
          leveled_scan(sweep_of(pose, level_mount(), 0.0, 0), level_mount(), tilt, {});
      EXPECT_GT(scan.hits.size(), 150U) << roll << " " << pitch;
      for (const Vec2f& hit : scan.hits) EXPECT_LT(off_walls(hit), 1e-3) << roll << " " << pitch;
      for (const Vec2f& miss : scan.misses) {
        EXPECT_LE(std::abs(miss.y()), 0.601F) << "free only where no wall was passed";
      }
    }
}

TEST(Leveling, ANoseDownRobotTakesTheFloorAheadForNothing) {
  const auto [tilt, pose] = standing(0.0, 0.26, 0.08);
  const logs::LaserScan laser_scan = sweep_of(pose, level_mount(), 0.0, 0);
  PlanarScanSettings flat;
  flat.handles_ramps = false;
  EXPECT_LT(max_wall_range(level_mount(), tilt, 0.0), 1.0) << "ahead it goes down";
  EXPECT_GT(max_wall_range(level_mount(), tilt, kPi / 2), 1.0) << "beside it stays up";
  EXPECT_NEAR(laser_scan.ranges[340], 1.28F, 0.1F) << "the floor is nearer than the wall";
}

TEST(Leveling, BeamsThatPassOverWallsAreNoHits) {
  const auto [tilt, pose] = standing(0.0, -0.26, 0.08);
  EXPECT_LT(max_wall_range(level_mount(), tilt, 0.0), 3.0);
  EXPECT_GT(max_wall_range(level_mount(), tilt, 0.0), 1.8);
}

TEST(Leveling, LowLasersOnLevelGroundKeepTheirHits) {
  logs::LaserMount low{"Scanner1", make_pose(0.1, 0.0, 0.12, 0.0, 0.0, 0.0), 30.0};
  const TiltAndHeight almost_level{0.004, -0.006, 0.0, 0.165};
  EXPECT_GT(max_wall_range(low, almost_level, 0.0), 30.0);
  const TiltAndHeight tilted{0.0, 0.1, 0.0, 0.165};
  EXPECT_LT(max_wall_range(low, tilted, 0.0), 1.0);
}

TEST(Leveling, TheCeilingGivesTheHeightOfTheRobot) {
  CeilingHeightEstimator estimator(upright_mount());
  for (int i = 0; i < 5; ++i)
    estimator.add_scan(sweep_of(make_pose(0, 0, 0, 0, 0, 0), upright_mount(), 0.1 * i, 1), 0.0,
                       0.0);
  for (const double height : {0.0, 0.05, 0.14})
    for (const double pitch : {-0.26, 0.0, 0.2})
      for (const double roll : {0.0, 0.26}) {
        const Standing here = standing(roll, pitch, height);
        estimator.add_scan(sweep_of(here.world_from_base, upright_mount(), 1.0, 1), roll, pitch);
        ASSERT_TRUE(estimator.height()) << height << " " << pitch << " " << roll;
        EXPECT_NEAR(*estimator.height(), height, 0.005);
      }
}

logs::RobotLog log_of_a_climb() {
  logs::RobotLog log;
  log.lasers = {level_mount(), upright_mount()};
  // 10 s straight on at 0.5 m/s along the slope, 0.26 rad up, while the wheels believe to turn.
  for (int i = 0; i <= 100; ++i) {
    const double t = 0.1 * i, theta = 0.1 * t;
    log.attitudes.push_back({t, {0.0, -0.26, 0.3}});
    log.odometry.push_back(
        {t, {0.5 / 0.1 * std::sin(theta), 0.5 / 0.1 * (1.0 - std::cos(theta)), theta}});
  }
  return log;
}

TEST(Leveling, OdometryTurnsAsTheInertialUnitSaysAndIsSeenFromAbove) {
  const logs::RobotLog log = log_of_a_climb();
  const std::vector<logs::StampedOdometry> moments = inertial_odometry(log);
  ASSERT_EQ(moments.size(), log.odometry.size());
  EXPECT_NEAR(moments.back().pose.x, 5.0 * std::cos(0.26), 1e-3);
  EXPECT_NEAR(moments.back().pose.y, 0.0, 1e-9);
  EXPECT_NEAR(moments.back().pose.theta, 0.0, 1e-12);
}

TEST(Leveling, WithoutAttitudesNothingChanges) {
  logs::RobotLog log = log_of_a_climb();
  log.attitudes.clear();
  log.laser_scans.push_back(sweep_of(make_pose(0, 0, 0.05, 0.0, 0.2, 0.0), level_mount(), 1.0, 0));
  PlanarScanSettings off;
  off.handles_ramps = false;
  off.uses_inertial_heading = false;
  const auto on = planar_scans(log), without = planar_scans(log, off);
  ASSERT_EQ(on.size(), 1U);
  ASSERT_EQ(without.size(), 1U);
  EXPECT_EQ(on[0].hits, without[0].hits);
  EXPECT_EQ(on[0].odometry, without[0].odometry);
  EXPECT_EQ(inertial_odometry(log).back().pose, log.odometry.back().pose);
}

TEST(Leveling, AttitudeIsFoundBetweenItsMoments) {
  logs::RobotLog log;
  log.attitudes = {{1.0, {0.1, 0.0, 3.1}}, {2.0, {0.3, -0.2, -3.1}}};
  const auto between = attitude_at(log, 1.5);
  ASSERT_TRUE(between);
  EXPECT_NEAR(between->roll, 0.2, 1e-12);
  EXPECT_NEAR(between->pitch, -0.1, 1e-12);
  EXPECT_NEAR(std::abs(between->yaw), kPi, 1e-9) << "the short way round";
  EXPECT_NEAR(attitude_at(log, 9.0)->roll, 0.3, 1e-12);
  EXPECT_FALSE(attitude_at(logs::RobotLog{}, 1.0));
}

}  // namespace
}  // namespace rubble::slam
