// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <regex>

#include "rubble/logs/log.h"
#include "rubble/serialization/text_file.h"

namespace rubble::logs {
namespace {

std::unique_ptr<Log> carmen(const std::string& text) {
  auto log = open_carmen_log(text, "logs/corridor.clf.xz");
  EXPECT_TRUE(log.ok()) << (log.ok() ? "" : log.error().to_string());
  return log.ok() ? *std::move(log) : nullptr;
}

std::vector<Reading> readings_of(const Log& log) {
  std::vector<Reading> readings;
  const auto cursor = log.begin();
  while (auto moment = cursor->next())
    if (auto* reading = std::get_if<Reading>(&moment->what))
      readings.push_back(std::move(*reading));
  return readings;
}

std::vector<RangeScan> scans_of(const Log& log, const std::string& scanner = "Scanner1") {
  std::vector<RangeScan> scans;
  for (const Reading& reading : readings_of(log))
    if (reading.sensor == scanner) scans.push_back(std::get<RangeScan>(reading.data));
  return scans;
}

std::string repeated(int count, const std::string& value) {
  std::string text;
  for (int i = 0; i < count; ++i) text += value + " ";
  return text;
}

// A front scan of that many equal values; laser and robot at the given poses.
std::string flaser(int count, const std::string& value, const std::string& stamp,
                   const std::string& poses = "0 0 0 0 0 0") {
  return "FLASER " + std::to_string(count) + " " + repeated(count, value) + poses + " " + stamp +
         " host 0.5\n";
}

// Where a laser sits does not depend on where the robot stands and looks.
TEST(CarmenLog, LasersSitWhereTheirPosesSayAgainstTheRobots) {
  for (const double heading : {0.0, 0.8, -2.3}) {
    const double c = std::cos(heading), s = std::sin(heading);
    const double x = 5.0 + 0.3 * c - 0.1 * s, y = -2.0 + 0.3 * s + 0.1 * c;
    const std::string poses = std::to_string(x) + " " + std::to_string(y) + " " +
                              std::to_string(heading) + " 5 -2 " + std::to_string(heading);
    const auto log = carmen(flaser(181, "2.5", "100.5", poses));
    const Pose mounted = log->robots()[0].find_sensor("Scanner1")->base_from_sensor;
    EXPECT_NEAR(mounted.position.x(), 0.3, 1e-4) << heading;
    EXPECT_NEAR(mounted.position.y(), 0.1, 1e-4) << heading;
  }
}

TEST(CarmenLog, RawLasersAreNumberedFromOne) {
  std::string text;
  for (int laser = 1; laser <= 4; ++laser)
    text += "RAWLASER" + std::to_string(laser) + " 0 -1.57 3.14 0.1 20 0.1 0 3 " +
            repeated(3, std::to_string(laser)) + "0 5 h 0.1\n";
  const auto log = carmen(text);
  for (int laser = 1; laser <= 4; ++laser) {
    const auto scans = scans_of(*log, "Scanner" + std::to_string(laser));
    ASSERT_EQ(scans.size(), 1U) << laser;
    EXPECT_EQ(scans[0].ranges.at(0), static_cast<float>(laser));
  }
}

TEST(CarmenLog, SendsOdometryAndScanOfOneStampInOneTick) {
  const auto log =
      carmen("# remark\nODOM 1 2 0.5 0 0 0 100.5 host 0.1\n" + flaser(181, "2.5", "100.5"));
  const auto readings = readings_of(*log);
  ASSERT_EQ(readings.size(), 2U);
  EXPECT_EQ(readings[0].sensor, "Odometry");
  EXPECT_EQ(readings[1].sensor, "Scanner1");
  EXPECT_EQ(readings[0].tick, Tick{24120});
  EXPECT_EQ(readings[1].tick, Tick{24120});
  const auto& odometry = std::get<OdometryReading>(readings[0].data);
  EXPECT_DOUBLE_EQ(odometry.x, 1.0);
  EXPECT_DOUBLE_EQ(odometry.y, 2.0);
  EXPECT_DOUBLE_EQ(odometry.theta, 0.5);
  const auto& scan = std::get<RangeScan>(readings[1].data);
  EXPECT_EQ(scan.columns, 181);
  EXPECT_FLOAT_EQ(scan.ranges[17], 2.5F);
  EXPECT_EQ(log->arena().level, "corridor");
  EXPECT_EQ(log->arena().starts.size(), 1U);
}

TEST(CarmenLog, TakesOdometryFromTheScansWhereItHasNoLinesOfItsOwn) {
  const auto readings = readings_of(*carmen(flaser(180, "1", "7", "9 9 1 3 4 1")));
  ASSERT_EQ(readings.size(), 2U);
  const auto& odometry = std::get<OdometryReading>(readings[0].data);
  EXPECT_DOUBLE_EQ(odometry.x, 3.0);
  EXPECT_DOUBLE_EQ(odometry.y, 4.0);
}

TEST(CarmenLog, PutsTheFirstBeamAtTheRightWhateverTheNumberOfBeams) {
  struct Case {
    int beams;
    double first_deg, step_deg;
  };
  for (const Case& wanted :
       {Case{180, -90, 1}, Case{181, -90, 1}, Case{360, -90, 0.5}, Case{361, -90, 0.5},
        Case{90, -90, 2}, Case{91, -90, 2}, Case{400, -50, 0.25}, Case{401, -50, 0.25}}) {
    const auto log = carmen(flaser(wanted.beams, "1", "7"));
    const RangeScan scan = scans_of(*log).at(0);
    const double yaw = yaw_of(log->robots()[0].find_sensor("Scanner1")->base_from_sensor.rotation);
    EXPECT_NEAR(degrees(scan.angle_increment), wanted.step_deg, 1e-9) << wanted.beams;
    EXPECT_NEAR(degrees(yaw + scan.angle_min), wanted.first_deg, 1e-9) << wanted.beams;
    // What the wire says is symmetric.
    EXPECT_NEAR(scan.angle_min, -0.5 * scan.angle_increment * (wanted.beams - 1), 1e-9);
  }
}

TEST(CarmenLog, AParameterOverridesTheStep) {
  const auto log = carmen("PARAM laser_front_laser_resolution 0.25 1 host 0\nPARAM empty\n" +
                          flaser(401, "1", "7"));
  EXPECT_NEAR(degrees(scans_of(*log).at(0).angle_increment), 0.25, 1e-9);
  const auto other = carmen("PARAM laser_front_laser_resolution 1.0\n" + flaser(101, "1", "7"));
  EXPECT_NEAR(degrees(scans_of(*other).at(0).angle_min), -50.0, 1e-9);
}

TEST(CarmenLog, KnowsTheCodesOfEachLaserThatSawNothing) {
  struct Case {
    const char* value;
    const char* other;
    int code;
    double max_range;
  };
  for (const Case& wanted : {Case{"81.91", "60", 8191, 80.0}, Case{"81.83", "50.0", 8183, 80.0},
                             Case{"50.00", "4", 5000, 50.0}, Case{"51.15", "4", 5115, 50.0},
                             Case{"32.77", "4", 3277, 32.76}, Case{"8.191", "4", 8191, 8.18}}) {
    const auto log = carmen(flaser(180, wanted.value, "7") + flaser(180, wanted.other, "8"));
    const auto scans = scans_of(*log);
    EXPECT_EQ(scans[0].codes[0], wanted.code) << wanted.value;
    EXPECT_TRUE(std::isnan(scans[0].ranges[0]));
    EXPECT_EQ(scans[1].codes[0], kNoCode) << "50 m is a range of a laser that reaches 80 m";
    EXPECT_NEAR(scans[1].ranges[0], std::stof(wanted.other), 1e-5);
    EXPECT_DOUBLE_EQ(scans[0].max_range, wanted.max_range);
    EXPECT_DOUBLE_EQ(log->robots()[0].find_sensor("Scanner1")->max_range, wanted.max_range);
  }
}

TEST(CarmenLog, SortsStampsAndKeepsTheOrderOfEqualOnes) {
  const auto log = carmen(flaser(180, "1", "1134864629.895182") + flaser(180, "2", "1134864629.5") +
                          flaser(180, "3", "1134864629.5") + flaser(180, "4", "1.13486463e+09"));
  const auto scans = scans_of(*log);
  ASSERT_EQ(scans.size(), 4U);
  std::string order;
  for (const RangeScan& scan : scans) order += std::to_string(std::lround(scan.ranges[0]));
  EXPECT_EQ(order, "2314");
  double before = 0.0;
  const auto cursor = log->begin();
  while (const auto moment = cursor->next()) {
    EXPECT_GE(moment->time, before);
    before = moment->time;
  }
  EXPECT_NEAR(log->duration(), 0.5, kTickSeconds);
}

TEST(CarmenLog, AStampOfZeroAmongUnixTimesTakesTheOneBefore) {
  const auto log = carmen(flaser(180, "1", "1134864629.5") + flaser(180, "2", "0") +
                          flaser(180, "3", "-0.4") + flaser(180, "4", "1134864630.5"));
  EXPECT_NEAR(log->duration(), 1.0, kTickSeconds);
  EXPECT_EQ(scans_of(*log).size(), 4U);
}

TEST(CarmenLog, StampsInNanosecondsAndTheLikeBecomeSeconds) {
  for (const auto& [zeros, tolerance] :
       {std::pair("000000000", 1e-3), std::pair("000000", 1e-6), std::pair("000", 1e-9)}) {
    const auto log = open_carmen_log(flaser(180, "3.0", std::string("1134864629") + zeros) +
                                         flaser(180, "3.0", std::string("1134864639") + zeros),
                                     "a.log");
    ASSERT_TRUE(log);
    const auto cursor = (*log)->begin();
    std::vector<double> stamps;
    while (const auto moment = cursor->next()) stamps.push_back(moment->stamp);
    EXPECT_NEAR(stamps.front(), 1134864629.0, tolerance);
    EXPECT_NEAR(stamps.back(), 1134864639.0, tolerance);
  }
}

TEST(CarmenLog, GoesByTheLoggersClockWhereMessagesHaveNone) {
  const auto log = carmen("ODOM 0 0 0 0 0 0 0 host 1.0\nODOM 1 0 0 0 0 0 0 host 3.0\n");
  EXPECT_DOUBLE_EQ(log->duration(), 2.0);
}

TEST(CarmenLog, LeavesOutALineTornAnywhereAndUnknownTags) {
  const std::string whole = flaser(90, "1.5", "100.25");
  const std::string good = "NEFF 3 4\r\nMARKER hello {\r\n" + whole;
  for (std::size_t length = 1; length + 10 < whole.size(); ++length) {
    const auto log = carmen(good + whole.substr(0, length));
    ASSERT_EQ(scans_of(*log).size(), 1U) << length;
  }
}

TEST(CarmenLog, LeavesOutALineWithNumbersThatCannotBe) {
  const std::string good = "ODOM 0 0 0 0 0 0 5 h 0.1\n";
  const char* const impossible[] = {"ODOM 1e300 0 0 0 0 0 5 h 0.1\n",
                                    "ODOM 0 0 1e300 0 0 0 5 h 0.1\n",
                                    "ODOM 0 0 0 0 0 0 1e300 h 0.1\n",
                                    "RAWLASER1 0 1e308 3.14 0.1 20 0.1 0 3 1 2 3 0 5 h 0.1\n",
                                    "RAWLASER1 0 -1.57 3.14 1e308 20 0.1 0 3 1 2 3 0 5 h 0.1\n",
                                    "FLASER 3 1 2 3 0 -1e308 0 0 1e308 0 5 h 0.1\n"};
  for (const char* line : impossible)
    EXPECT_EQ(readings_of(*carmen(line + good)).size(), 1U) << line;
}

TEST(CarmenLog, ReadsCarriageReturnsAndSeveralBlanks) {
  const auto log = carmen("ODOM  1   2\t0.5 0 0 0 100.5 host 0.1\r\nODOM 1 2 3 0 0 0 101 h 1\r\n");
  EXPECT_EQ(readings_of(*log).size(), 2U);
}

TEST(CarmenLog, ReadsRobotLaserWithItsOwnGeometryAndMounting) {
  // Laser 0.3 m before the robot, which looks along +y.
  const std::string fields = "0 -0.5 1.0 0.25 30 0.01 0 5 1 2 31 4 5 2 7 7 ";
  const auto log = carmen("ROBOTLASER1 " + fields +
                          "1 2.3 1.5707963267948966 1 2 1.5707963267948966 0 0 0 0 0 55 h 5\n"
                          "RAWLASER1 " +
                          fields + "55 h 5\n");
  const auto scans = scans_of(*log);
  ASSERT_EQ(scans.size(), 1U) << "one scan under two tags is one scan";
  EXPECT_NEAR(scans[0].angle_min, -0.5, 1e-12);
  EXPECT_NEAR(scans[0].angle_increment, 0.25, 1e-12);
  EXPECT_NE(scans[0].codes[2], kNoCode);
  EXPECT_DOUBLE_EQ(scans[0].max_range, 30.0);
  const Pose mounted = log->robots()[0].find_sensor("Scanner1")->base_from_sensor;
  EXPECT_NEAR(mounted.position.x(), 0.3, 1e-9);
  EXPECT_NEAR(mounted.position.y(), 0.0, 1e-9);
}

TEST(CarmenLog, ARearLaserIsAScannerOfItsOwnThatLooksBack) {
  const auto log = carmen(flaser(180, "1", "7") + "R" + flaser(180, "2", "7").substr(1));
  EXPECT_EQ(scans_of(*log, "Scanner1").size(), 1U);
  EXPECT_EQ(scans_of(*log, "Scanner2").size(), 1U);
  const Pose mounted = log->robots()[0].find_sensor("Scanner2")->base_from_sensor;
  EXPECT_NEAR(std::abs(yaw_of(mounted.rotation)), kPi, 0.01);
}

TEST(CarmenLog, SendsAtMostTenStatusMessagesPerSecond) {
  std::string text;
  for (int i = 0; i < 200; ++i)
    text += "ODOM 0 0 0 0 0 0 " + std::to_string(i * 0.02) + " host 0\n";
  const auto log = carmen(text);
  int statuses = 0;
  const auto cursor = log->begin();
  while (const auto moment = cursor->next())
    statuses += std::holds_alternative<RobotStatus>(moment->what) ? 1 : 0;
  EXPECT_NEAR(statuses, 40, 8);
}

TEST(CarmenLog, ALogWithoutMessagesIsRejectedWithMessage) {
  const auto log = open_carmen_log("PARAM a b\nFLASER 180 1 2\nFLASER 99999999999 1\n", "x.clf");
  ASSERT_FALSE(log.ok());
  EXPECT_NE(log.error().to_string().find("x.clf"), std::string::npos);
}

// Real logs, counted independently.
class RealCarmenLog : public testing::TestWithParam<const char*> {};

TEST_P(RealCarmenLog, HasAsManyScansAndOdometryReadingsAsLines) {
  const std::string folder = RUBBLE_SHARED_DIR "/data/slam/", path = folder + GetParam();
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "there is no " << folder;
  ASSERT_TRUE(std::filesystem::exists(path)) << path << " is missing among the others";
  const std::string text = *read_log_file(path, std::size_t{1} << 30);
  const auto count = [&](const char* pattern) {
    const std::regex line(pattern, std::regex::multiline);
    return std::distance(std::sregex_iterator(text.begin(), text.end(), line), {});
  };
  const auto scans = count("^FLASER ");
  const auto poses = count("^ODOM ");
  const auto log = open_log(path);
  ASSERT_TRUE(log.ok()) << log.error().to_string();
  std::ptrdiff_t told_scans = 0, told_poses = 0, bad = 0;
  double before = 0.0;
  const auto cursor = (*log)->begin();
  while (const auto moment = cursor->next()) {
    bad += moment->time < before ? 1 : 0;
    before = moment->time;
    const auto* reading = std::get_if<Reading>(&moment->what);
    if (!reading) continue;
    told_poses += reading->sensor == "Odometry" ? 1 : 0;
    const auto* scan = std::get_if<RangeScan>(&reading->data);
    if (!scan) continue;
    ++told_scans;
    for (const float range : scan->ranges)
      bad += !std::isnan(range) && !(range >= 0.0F && range <= scan->max_range) ? 1 : 0;
  }
  EXPECT_EQ(told_scans, scans);
  EXPECT_EQ(told_poses, poses > 0 ? poses : scans);
  EXPECT_EQ(bad, 0);
  EXPECT_GT((*log)->duration(), 40.0);
}

INSTANTIATE_TEST_SUITE_P(All, RealCarmenLog,
                         testing::Values("fr079.clf.xz", "mit-csail.clf.xz", "logs/acapulco.clf.xz",
                                         "logs/orebro.clf.xz", "logs/freiburg-campus.clf.xz",
                                         "logs/seattle.clf.xz"),
                         [](const auto& log) {
                           const std::string stem = std::filesystem::path(log.param).filename();
                           std::string name = stem.substr(0, stem.find('.'));
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace rubble::logs
