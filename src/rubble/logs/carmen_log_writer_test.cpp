// SPDX-License-Identifier: Apache-2.0
#include "rubble/logs/carmen_log_writer.h"

#include <cmath>
#include <limits>

#include "rubble/base/random.h"
#include "rubble/serialization/scratch_files.h"

namespace rubble::logs {
namespace {

using CarmenLogWriter = ScratchFiles;

RobotLog driven_log(const LaserScan& like, const LaserMount& mount) {
  RobotLog log;
  log.path = "run";
  log.lasers = {mount};
  Random random(4, "scans");
  for (int k = 0; k < 20; ++k) {
    const double stamp = 1.2e9 + 0.2 * k;
    log.odometry.push_back({stamp, {0.1 * k, -0.01 * k, 0.02 * k}});
    LaserScan laser_scan = like;
    laser_scan.stamp = stamp;
    for (float& range : laser_scan.ranges) {
      range = static_cast<float>(random.uniform(0.1, 0.9 * mount.max_range));
      if (random.chance(0.1)) range = std::numeric_limits<float>::quiet_NaN();
    }
    log.laser_scans.push_back(std::move(laser_scan));
  }
  return log;
}

// Where a beam points, seen from the robot.
double beam_heading(const RobotLog& log, const LaserScan& laser_scan, std::size_t beam) {
  const Pose& mount = log.lasers[static_cast<std::size_t>(laser_scan.laser)].base_from_laser;
  const double angle =
      laser_scan.angle_min + static_cast<double>(beam) * laser_scan.angle_increment;
  const Vec3 way = mount.rotation * Vec3(std::cos(angle), std::sin(angle), 0.0);
  return std::atan2(way.y(), way.x());
}

void expect_same(const RobotLog& a, const RobotLog& b, bool is_reversed = false) {
  ASSERT_EQ(a.laser_scans.size(), b.laser_scans.size());
  ASSERT_EQ(a.odometry.size(), b.odometry.size());
  const Vec3 offset = a.lasers[0].base_from_laser.position - b.lasers[0].base_from_laser.position;
  EXPECT_LT(offset.head<2>().norm(), 1e-9);
  for (std::size_t k = 0; k < a.laser_scans.size(); ++k) {
    const LaserScan &one = a.laser_scans[k], &other = b.laser_scans[k];
    EXPECT_EQ(one.stamp, other.stamp);
    ASSERT_EQ(one.ranges.size(), other.ranges.size());
    for (std::size_t i = 0; i < one.ranges.size(); ++i) {
      const std::size_t j = is_reversed ? one.ranges.size() - 1 - i : i;
      EXPECT_NEAR(wrap_angle(beam_heading(a, one, i) - beam_heading(b, other, j)), 0.0, 1e-6);
      ASSERT_EQ(std::isnan(one.ranges[i]), std::isnan(other.ranges[j])) << k << " " << i;
      if (std::isnan(one.ranges[i])) continue;
      EXPECT_EQ(one.ranges[i], other.ranges[j]);
    }
    EXPECT_EQ(a.odometry[k].stamp, b.odometry[k].stamp);
    EXPECT_EQ(a.odometry[k].pose.x, b.odometry[k].pose.x);
    EXPECT_EQ(a.odometry[k].pose.theta, b.odometry[k].pose.theta);
  }
}

const LaserScan kSickSweep{
    .angle_min = -kPi / 2, .angle_increment = kPi / 180, .ranges = std::vector<float>(181)};
const LaserScan kUrgSweep{
    .angle_min = -2.09, .angle_increment = 0.00614, .ranges = std::vector<float>(682)};

TEST_F(CarmenLogWriter, ReadsBackToTheBit) {
  const LaserMount mount{"Scanner", make_pose(0.12, 0.03, 0.2, 0, 0, 0.3), 20.0};
  for (const LaserScan& laser_scan : {kSickSweep, kUrgSweep}) {
    const RobotLog log = driven_log(laser_scan, mount);
    const auto report = write_carmen_log(path("run.clf"), log);
    ASSERT_TRUE(report.ok()) << report.error().to_string();
    EXPECT_EQ(report->scans, 20U);
    EXPECT_EQ(report->odometry, 20U);
    EXPECT_TRUE(report->remarks.empty());
    const bool is_sick = laser_scan.ranges.size() == 181;
    EXPECT_EQ(content("run.clf").find("\nFLASER 181 ") != std::string::npos, is_sick);
    EXPECT_EQ(content("run.clf").find("\nROBOTLASER1 0 ") != std::string::npos, !is_sick);
    const auto back = read_robot_log(path("run.clf"));
    ASSERT_TRUE(back.ok()) << back.error().to_string();
    expect_same(log, *back);
  }
}

TEST_F(CarmenLogWriter, ALaserUpsideDownIsTurnedOver) {
  const RobotLog log = driven_log(kUrgSweep, {"Scanner", make_pose(0.1, 0, 0.2, kPi, 0, 0), 5.6});
  ASSERT_TRUE(write_carmen_log(path("run.clf"), log).ok());
  const auto back = read_robot_log(path("run.clf"));
  ASSERT_TRUE(back.ok());
  expect_same(log, *back, true);
}

TEST_F(CarmenLogWriter, LasersThatAreNotLevelAreReportedAndOmitted) {
  RobotLog log = driven_log(kUrgSweep, {"Flat", {}, 5.6});
  log.lasers.push_back({"Upright", make_pose(0, 0, 0, kPi / 2, 0, 0), 5.6});
  const std::size_t flat = log.laser_scans.size();
  for (std::size_t k = 0; k < flat; ++k) {
    log.laser_scans.push_back(log.laser_scans[k]);
    log.laser_scans.back().laser = 1;
  }
  const auto report = write_carmen_log(path("run.clf"), log);
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->scans, flat);
  ASSERT_EQ(report->remarks.size(), 1U);
  EXPECT_NE(report->remarks[0].find("'Upright' is left out"), std::string::npos);
  for (LaserScan& laser_scan : log.laser_scans) laser_scan.laser = 1;
  EXPECT_FALSE(write_carmen_log(path("none.clf"), log).ok());
  EXPECT_FALSE(std::filesystem::exists(path("none.clf")));
}

}  // namespace
}  // namespace rubble::logs
