// SPDX-License-Identifier: Apache-2.0
#include "rubble/logs/doctor/log_faults.h"

#include <cmath>
#include <cstdio>

#include "rubble/serialization/scratch_files.h"
#include "rubble/slam/2d/planar_scan.h"
#include "rubble/slam/2d/test_hall.h"

namespace rubble::logs {
namespace {

constexpr LogFault kAllFaults[] = {{LaserFault::Mirrored, OdometryFault::None},
                                   {LaserFault::Backwards, OdometryFault::None},
                                   {LaserFault::MirroredBackwards, OdometryFault::None},
                                   {LaserFault::None, OdometryFault::Mirrored},
                                   {LaserFault::None, OdometryFault::Turn},
                                   {LaserFault::None, OdometryFault::Y}};

// What a diagnosis may call it: a mirrored laser and mirrored odometry look alike.
LogFault named(const LogFault& fault) {
  if (fault.odometry == OdometryFault::Mirrored) return {LaserFault::Mirrored, OdometryFault::None};
  return fault;
}

// A robot in the hall of pillars; its laser sits ahead of its middle.
RobotLog hall_log(const Pose2& base_from_laser) {
  const slam::TestHall hall;
  const slam::TestDrive drive = slam::drive_around(1);
  RobotLog log;
  log.lasers.push_back({"L", spatial(base_from_laser), 30.0});
  for (std::size_t k = 0; k < drive.truth.size(); ++k) {
    const Pose2 world_from_laser = drive.truth[k] * base_from_laser;
    LaserScan laser_scan;
    laser_scan.stamp = drive.scans[k].stamp;
    laser_scan.angle_min = -kPi / 2;
    laser_scan.angle_increment = kPi / 180;
    for (int beam = 0; beam <= 180; ++beam)
      laser_scan.ranges.push_back(static_cast<float>(hall.range(
          world_from_laser.position(),
          world_from_laser.theta + laser_scan.angle_min + beam * laser_scan.angle_increment)));
    log.laser_scans.push_back(std::move(laser_scan));
    log.odometry.push_back({drive.scans[k].stamp, drive.scans[k].odometry});
  }
  return log;
}

TEST(LogFault, EachIsNamedAndTheRightLogIsCalledRight) {
  for (const Pose2& mount : {Pose2{}, Pose2{0.25, 0.0, 0.0}, Pose2{-0.3, 0.1, kPi}}) {
    const RobotLog right = hall_log(mount);
    const FaultDetection as_it_is = detect_faults(right);
    EXPECT_GE(as_it_is.pairs, 30U);
    EXPECT_FALSE(as_it_is.verdict.has_value());
    for (const LogFault& fault : kAllFaults) {
      RobotLog wrong = right;
      correct(wrong, fault);
      const FaultDetection found = detect_faults(wrong);
      ASSERT_TRUE(found.verdict.has_value())
          << word_for(fault.laser) << " " << word_for(fault.odometry);
      EXPECT_EQ(*found.verdict, named(fault))
          << word_for(fault.laser) << " " << word_for(fault.odometry);
      EXPECT_FALSE(sentence_for(*found.verdict).empty());
    }
  }
}

TEST(LogFault, DoneTwiceIsNoFault) {
  const RobotLog right = hall_log({0.25, 0.0, 0.0});
  for (const LogFault& fault : kAllFaults) {
    RobotLog twice = right;
    correct(twice, fault);
    correct(twice, fault);
    EXPECT_EQ(twice.laser_scans[9].ranges, right.laser_scans[9].ranges);
    EXPECT_NEAR(twice.laser_scans[9].angle_min, right.laser_scans[9].angle_min, 1e-12);
    EXPECT_NEAR(std::abs(twice.lasers[0].base_from_laser.rotation.dot(
                    right.lasers[0].base_from_laser.rotation)),
                1.0, 1e-12);
    EXPECT_EQ(twice.odometry[50].pose, right.odometry[50].pose);
  }
}

// Seen from above, a laser that hangs upside down has its left at its right.
TEST(LogFault, UpsideDownIsMirrored) {
  EXPECT_EQ(laser_fault("upside-down"), LaserFault::Mirrored);
  LaserScan laser_scan;
  laser_scan.angle_min = -1.0;
  laser_scan.angle_increment = 0.5;
  laser_scan.ranges = {1, 2, 3, 4};
  RobotLog log;
  log.lasers.push_back({"L", {}, 30.0});
  log.laser_scans.push_back(laser_scan);
  const auto before = slam::planar_scans(log);
  correct(log, {LaserFault::Mirrored, OdometryFault::None});
  const auto after = slam::planar_scans(log);
  ASSERT_EQ(after[0].hits.size(), 4U);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(after[0].hits[3 - k].x(), before[0].hits[k].x(), 1e-5);
    EXPECT_NEAR(after[0].hits[3 - k].y(), -before[0].hits[k].y(), 1e-5);
  }
}

TEST(LogFault, LittleMotionOrNoOdometryGivesNoVerdict) {
  RobotLog log = hall_log({});
  correct(log, kAllFaults[0]);
  RobotLog brief = log;
  brief.laser_scans.resize(60);
  EXPECT_FALSE(detect_faults(brief).verdict.has_value());
  for (StampedOdometry& moment : log.odometry) moment.pose = {};
  EXPECT_EQ(detect_faults(log).pairs, 0U);
  log.odometry.clear();
  EXPECT_FALSE(detect_faults(log).verdict.has_value());
}

class CorrectedLog : public ScratchFiles {};

// A corrected file reads like the corrected log.
TEST_F(CorrectedLog, OfCarmenEqualsTheCorrectedLog) {
  std::string text = "# a comment\nPARAM robot_front_laser_max 40\n";
  for (int k = 0; k < 5; ++k) {
    const std::string stamp = std::to_string(100 + k) + " host " + std::to_string(k) + "\n";
    const std::string pose = "1.5 " + std::to_string(k) + " 0." + std::to_string(k + 1) + " ";
    text += "ODOM " + pose + "0.2 0.1 0 " + stamp;
    text += "FLASER 181";
    for (int beam = 0; beam < 181; ++beam) text += " " + std::to_string(1 + 0.01 * (beam + k));
    text += " " + pose + pose + stamp;
  }
  const std::string given = write("given.clf", text);
  for (const LogFault& fault : kAllFaults) {
    ASSERT_TRUE(write_corrected_carmen(path("corrected.clf"), given, fault));
    const auto right = read_robot_log(path("corrected.clf"));
    auto expected = read_robot_log(given);
    ASSERT_TRUE(right && expected);
    correct(*expected, fault);
    const auto scans = slam::planar_scans(*right), wanted = slam::planar_scans(*expected);
    ASSERT_EQ(scans.size(), 5U);
    for (std::size_t k = 0; k < 5; ++k) {
      EXPECT_EQ(scans[k].stamp, wanted[k].stamp);
      EXPECT_NEAR(scans[k].odometry.y, wanted[k].odometry.y, 1e-9);
      EXPECT_NEAR(wrap_angle(scans[k].odometry.theta - wanted[k].odometry.theta), 0.0, 1e-9);
      for (const std::size_t beam : {0U, 40U, 180U})
        EXPECT_LT((scans[k].hits[beam] - wanted[k].hits[beam]).norm(), 1e-4F)
            << word_for(fault.laser) << " " << word_for(fault.odometry) << " " << beam;
    }
    EXPECT_TRUE(
        has_text(content("corrected.clf"), "# a comment\nPARAM robot_front_laser_max 40\n"));
  }
  EXPECT_FALSE(write_corrected_carmen(path("x.clf"), write("none.clf", "ODOM 1 2 3\n"), {}).ok());
}

// All logs as they are, and each mangled in each way: the right one is named, and no wolf is cried.
TEST(RealLogFaults, AreNamed) {
  const std::string folder = std::string(RUBBLE_SHARED_DIR) + "/data/slam/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "there is no " << folder;
  std::vector<std::string> paths = {folder + "fr079.clf.xz", folder + "mit-csail.clf.xz"};
  for (const auto& entry : std::filesystem::directory_iterator(folder + "logs"))
    if (entry.path().string().ends_with(".clf.xz")) paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  int right = 0, tried = 0;
  for (const std::string& path : paths) {
    const auto log = read_robot_log(path);
    ASSERT_TRUE(log) << log.error().to_string();
    const FaultDetection as_it_is = detect_faults(*log);
    EXPECT_FALSE(as_it_is.verdict.has_value()) << path;
    std::string row;
    for (const LogFault& fault : kAllFaults) {
      RobotLog wrong = *log;
      correct(wrong, fault);
      const FaultDetection found = detect_faults(wrong);
      const bool is_named = found.verdict && *found.verdict == named(fault);
      // What is not named must not be called something else.
      EXPECT_TRUE(is_named || !found.verdict)
          << path << " " << word_for(fault.laser) << " " << word_for(fault.odometry);
      right += is_named ? 1 : 0;
      ++tried;
      char figures[80];
      std::snprintf(figures, sizeof figures, " %s %.2f/%.1f", is_named ? "yes" : "NO ",
                    found.scores.empty() ? 0.0 : found.scores[0].gain,
                    found.scores.empty() ? 0.0 : found.scores[0].sigmas);
      row += figures;
    }
    std::printf("%-28s %4zu pairs, %s%s\n", std::filesystem::path(path).filename().c_str(),
                as_it_is.pairs, as_it_is.verdict ? "WOLF" : "right", row.c_str());
  }
  std::printf("%d of %d named\n", right, tried);
}

}  // namespace
}  // namespace rubble::logs
