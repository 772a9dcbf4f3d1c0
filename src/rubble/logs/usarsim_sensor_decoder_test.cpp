// SPDX-License-Identifier: Apache-2.0
#include "rubble/logs/usarsim_sensor_decoder.h"

#include <cmath>

#include "rubble/serialization/scratch_files.h"

namespace rubble::logs {
namespace {

template <class T>
T only(const std::vector<SensorSample>& events) {
  EXPECT_EQ(events.size(), 1U);
  const T* const event = events.empty() ? nullptr : std::get_if<T>(&events[0]);
  EXPECT_NE(event, nullptr);
  return event != nullptr ? *event : T{};
}

constexpr const char* kScan =
    "SEN {Time 12.50} {Type RangeScanner} {Name Scanner1} {Resolution 0.7854} {FOV 3.1416} "
    "{Range 1.0000,2.0000,20.0000,0.0000,4.0000}";

TEST(UsarsimSensorDecoder, TurnsAScanFromRightToLeft) {
  UsarsimSensorDecoder decoder;
  decoder.decode("CONF {Type RangeScanner} {Name Scanner1} {MaxRange 20.0000} {MinRange 0.1}");
  const auto laser_scan = only<LaserScan>(decoder.decode(kScan));
  EXPECT_EQ(laser_scan.stamp, 12.5);
  EXPECT_NEAR(laser_scan.angle_min, -kPi / 2, 1e-4);
  EXPECT_NEAR(laser_scan.angle_increment, kPi / 4, 1e-4);
  ASSERT_EQ(laser_scan.ranges.size(), 5U);
  EXPECT_EQ(laser_scan.ranges[0], 1.0F);
  EXPECT_TRUE(std::isnan(laser_scan.ranges[2])) << "nothing in range";
  EXPECT_TRUE(std::isnan(laser_scan.ranges[3])) << "an error of the laser";
  EXPECT_EQ(laser_scan.ranges[4], 4.0F);
  ASSERT_EQ(decoder.lasers().size(), 1U);
  EXPECT_EQ(decoder.lasers()[0].max_range, 20.0);
}

TEST(UsarsimSensorDecoder, FlipsTheAxesOfOdometryInsAndTruth) {
  UsarsimSensorDecoder decoder;
  const auto odometry = only<StampedOdometry>(
      decoder.decode("SEN {Time 1.5} {Type Odometry} {Name Odometry} {Pose 1.0,2.0,0.5}"));
  EXPECT_EQ(odometry.pose, (Pose2{1.0, -2.0, -0.5}));
  const auto events = decoder.decode(
      "SEN {Type INS} {Name INS} {Location 4.50,1.90,1.80} {Orientation 0.10,6.0832,1.00}");
  ASSERT_EQ(events.size(), 2U);
  const auto& ins = std::get<StampedInsPose>(events[0]);
  EXPECT_EQ(ins.stamp, 1.5) << "of the line before";
  EXPECT_NEAR((ins.pose.position - Vec3(4.5, -1.9, -1.8)).norm(), 0.0, 1e-12);
  const auto& attitude = std::get<AttitudeSample>(events[1]).stamped.attitude;
  EXPECT_NEAR(attitude.roll, 0.1, 1e-9);
  EXPECT_NEAR(attitude.pitch, 0.2, 1e-4);
  EXPECT_NEAR(attitude.yaw, -1.0, 1e-9);
  const auto truth = only<StampedPose>(decoder.decode(
      "SEN {Time 2.00} {Type GroundTruth} {Name GroundTruth} {Location 1.00,2.00,3.00}"
      " {Orientation 0.00,0.00,6.00}"));
  EXPECT_NEAR((truth.pose.position - Vec3(1, -2, -3)).norm(), 0.0, 1e-12);
  EXPECT_NEAR(yaw_of(truth.pose.rotation), 2 * kPi - 6.0, 1e-9);
  const auto imu = only<AttitudeSample>(
      decoder.decode("SEN {Time 2.10} {Type IMU} {Name IMU} {XYZAcceleration 0,0,0} {AngularVel "
                     "0,0,0} {AngularAccel 0,0,0} {Rotation 0.1000,-0.2000,0.3000}"));
  EXPECT_EQ(imu.source, AttitudeSource::Imu);
  EXPECT_NEAR(imu.stamped.attitude.pitch, 0.2, 1e-9);
}

TEST(UsarsimSensorDecoder, KnowsMountingsOfOldAndNewServers) {
  for (const char* line :
       {"GEO {Type RangeScanner} {Name Scanner1 Location 0.1000,-0.2000,-0.3000 Orientation "
        "1.5708,0.1000,-0.2000 Mount HARD} {Name Scanner2 Location 1,0,0 Orientation 0,0,0 Mount "
        "HARD}",
        "GEO {Type RangeScanner} {Name Scanner1} {Location 0.1000,-0.2000,-0.3000} {Orientation "
        "1.5708,0.1000,-0.2000}{Mount R} {Name Scanner2} {Location 1,0,0} {Orientation 0,0,0}"}) {
    UsarsimSensorDecoder decoder;
    decoder.decode(line);
    ASSERT_EQ(decoder.lasers().size(), 2U);
    const Pose& mount = decoder.lasers()[0].base_from_laser;
    EXPECT_NEAR((mount.position - Vec3(0.1, 0.2, 0.3)).norm(), 0.0, 1e-12);
    const RollPitchYaw angles = roll_pitch_yaw_of(mount.rotation);
    EXPECT_NEAR(angles.roll, 1.5708, 1e-9);
    EXPECT_NEAR(angles.pitch, -0.1, 1e-9);
    EXPECT_NEAR(angles.yaw, 0.2, 1e-9);
    EXPECT_EQ(decoder.lasers()[1].base_from_laser.position, Vec3(1, 0, 0));
  }
}

TEST(UsarsimSensorDecoder, ReportsThePoseOfTheRobotNotOfItsSensor) {
  UsarsimSensorDecoder decoder;
  decoder.decode("GEO {Type GroundTruth} {Name GT Location 1,0,0 Orientation 0,0,1.5708 Mount H}");
  const auto truth = only<StampedPose>(decoder.decode(
      "SEN {Time 1} {Type GroundTruth} {Name GT} {Location 5,0,0} {Orientation 0,0,1.5708}"));
  EXPECT_NEAR((truth.pose.position - Vec3(4, 0, 0)).norm(), 0.0, 1e-9);
  EXPECT_NEAR(yaw_of(truth.pose.rotation), 0.0, 1e-9);
}

TEST(UsarsimSensorDecoder, SurvivesNonsense) {
  UsarsimSensorDecoder decoder;
  for (const char* line :
       {"", "{", "SEN", "SEN {", "SEN {}", "SEN {Type RangeScanner}", "hello {world}",
        "SEN {Type RangeScanner} {Name S} {FOV 3} {Range }", "SEN {Type Odometry} {Pose 1,2}",
        "SEN {Type INS} {Location nan,0,0} {Orientation 0,0,0}", "GEO {Type RangeScanner} {Name }",
        "SEN {Type RangeScanner} {Name S} {FOV -3} {Range 1,2,3}",
        "SEN {Type RangeScanner} {Name S} {FOV 1e9} {Range 1,2,3}"})
    EXPECT_TRUE(decoder.decode(line).empty()) << line;
  EXPECT_GE(decoder.broken_lines(), 5U);
  const auto laser_scan =
      only<LaserScan>(decoder.decode("SEN {Type RangeScanner} {Name S} {FOV 2} {Range 1,oops,3,}"));
  EXPECT_EQ(laser_scan.ranges.size(), 3U);
  EXPECT_TRUE(std::isnan(laser_scan.ranges[1]));
}

TEST(UsarsimSensorDecoder, GoesOnWhereTheTimeStartsAgain) {
  UsarsimSensorDecoder decoder;
  decoder.decode("STA {Time 100}");
  EXPECT_EQ(
      only<StampedOdometry>(decoder.decode("SEN {Time 99.5} {Type Odometry} {Name O} {Pose 0,0,0}"))
          .stamp,
      99.5);
  decoder.decode("STA {Time 2}");
  EXPECT_EQ(
      only<StampedOdometry>(decoder.decode("SEN {Time 3} {Type Odometry} {Name O} {Pose 0,0,0}"))
          .stamp,
      100.5);
  EXPECT_EQ(decoder.restarts(), 1U);
}

class UsarsimRobotLog : public ScratchFiles {};

TEST_F(UsarsimRobotLog, IsReadWithItsOwnStamps) {
  write("run.log",
        "GEO {Type RangeScanner} {Name Scanner1 Location 0.1,0,-0.2 Orientation 0,0,0 Mount H}\r\n"
        "CONF {Type RangeScanner} {Name Scanner1} {MaxRange 20.0}\r\n"
        "SEN {Type Odometry} {Name Odometry} {Pose 0,0,0}\r\n" +
            std::string(kScan) +
            "\r\nSEN {Type Odometry} {Name Odometry} {Pose 1,1,0}\r\n"
            "STA {Time 12.75}\r\nSEN {Type Odometry} {Name Odometry} {Pose 2,1,0}\r\n");
  const auto log = read_robot_log(path("run.log"));
  ASSERT_TRUE(log.ok()) << log.error().to_string();
  ASSERT_EQ(log->laser_scans.size(), 1U);
  EXPECT_EQ(log->laser_scans[0].stamp, 12.5);
  EXPECT_EQ(log->lasers[0].base_from_laser.position, Vec3(0.1, 0, 0.2));
  ASSERT_EQ(log->odometry.size(), 3U);
  EXPECT_EQ(log->odometry[1].stamp, 12.5);
  EXPECT_EQ(log->odometry[2].stamp, 12.75);
  EXPECT_EQ(log->odometry[2].pose, (Pose2{2, -1, 0}));
}

TEST_F(UsarsimRobotLog, OfTheExampleHoldsItsCorridor) {
  const auto log = read_robot_log(RUBBLE_SOURCE_DIR "/clients/logs/corridor.log");
  ASSERT_TRUE(log.ok()) << log.error().to_string();
  ASSERT_FALSE(log->laser_scans.empty());
  EXPECT_FALSE(log->odometry.empty());
  EXPECT_EQ(log->laser_scans[0].stamp, 100.0);
  EXPECT_NEAR(log->laser_scans[0].ranges[0], 1.0, 1e-6);
}

}  // namespace
}  // namespace rubble::logs
