// SPDX-License-Identifier: Apache-2.0
// Whole lines as the servers sent them, byte for byte.
#include "rubble/usarsim/protocol/sensor_lines.h"

#include <gtest/gtest.h>

#include <cmath>

#include "rubble/usarsim/protocol/test_samples.h"

namespace rubble::usarsim {
namespace {

RangeReading single(double range) { return {range, 0.1, 5.0}; }
EncoderReading ticks(std::int64_t count) { return {{"wheel"}, {count}, 0.0174}; }
Sample sonar(const char* name, double range) {
  return {plain_sensor(name, SensorKind::Sonar), single(range)};
}
Sample encoder(const char* name, std::int64_t count) {
  return {plain_sensor(name, SensorKind::Encoder), ticks(count)};
}
Sample touch(const char* name, bool is_touched) {
  return {plain_sensor(name, SensorKind::Touch), TouchReading{{is_touched}}};
}

TEST(SensorLines, SonarsShareALineInClassicAndCompat) {
  const std::vector<Sample> both = {sonar("F1", 4.5523), sonar("F2", 1.9776)};
  const std::string line =
      "SEN {Time 3104.57} {Type Sonar} {Name F1 Range 4.5523} {Name F2 Range 1.9776}\r\n";
  EXPECT_EQ(lines_of(both, {.dialect = Dialect::Compat}), line);
  EXPECT_EQ(lines_of(both, {.dialect = Dialect::Classic}),
            "SEN {Time 3104.5708} {Type Sonar} {Name F1 Range 4.5523} {Name F2 Range 1.9776}\r\n");
}

TEST(SensorLines, SonarsHaveALineEachInUdk) {
  EXPECT_EQ(lines_of({sonar("F1", 2.5), sonar("F2", 5.0)}, {.dialect = Dialect::Udk}, 477.5),
            "SEN {Time 477.5000} {Type Sonar} {Name F1} {Range 2.5000}\r\n"
            "SEN {Time 477.5000} {Type Sonar} {Name F2} {Range 5.0000}\r\n");
}

TEST(SensorLines, SharedLinesStandWhereTheFirstOfThemDoes) {
  const std::string text =
      lines_of({sonar("F1", 1.0), encoder("ECLeft", 3), sonar("F2", 2.0), encoder("ECRight", -4)},
               {.dialect = Dialect::Compat});
  EXPECT_EQ(text,
            "SEN {Time 3104.57} {Type Sonar} {Name F1 Range 1.0000} {Name F2 Range 2.0000}\r\n"
            "SEN {Time 3104.57} {Type Encoder} {Name ECLeft Tick 3} {Name ECRight Tick -4}\r\n");
}

TEST(SensorLines, EncodersTellTheirTicks) {
  EXPECT_EQ(lines_of({encoder("ECLeft", 0), encoder("ECRight", 0), encoder("ECTilt", 0),
                      encoder("ECPan", 0)},
                     {.dialect = Dialect::Classic}),
            "SEN {Type Encoder} {Name ECLeft Tick 0} {Name ECRight Tick 0} {Name ECTilt Tick 0} "
            "{Name ECPan Tick 0}\r\n");
  EXPECT_EQ(lines_of({encoder("W1", 0)}, {.dialect = Dialect::Udk}, 2.0),
            "SEN {Time 2.0000} {Type Encoder} {Name W1} {Tick 0}\r\n");
}

TEST(SensorLines, TouchIsAGroupOrASegment) {
  EXPECT_EQ(lines_of({touch("T1", true), touch("T2", false)}, {.dialect = Dialect::Compat}),
            "SEN {Time 3104.57} {Type Touch} {Name T1 Touch True} {Name T2 Touch False}\r\n");
  EXPECT_EQ(lines_of({touch("T1", true)}, {.dialect = Dialect::Classic}),
            "SEN {Type Touch} {Name T1 Touch True}\r\n");
  EXPECT_EQ(lines_of({touch("T1", true)}, {.dialect = Dialect::Udk}, 1.0),
            "SEN {Time 1.0000} {Type Touch} {Name T1} {Touch True}\r\n");
}

TEST(SensorLines, BumpersTellEveryZone) {
  const TouchReading zones{{false, true, false}};
  EXPECT_EQ(line_of("B", SensorKind::Bumper, zones, Dialect::Compat),
            "SEN {Time 3104.57} {Type TouchArray} {Name B1 Touch False} {Name B2 Touch True} "
            "{Name B3 Touch False}\r\n");
  EXPECT_EQ(
      lines_of({{plain_sensor("B", SensorKind::Bumper), zones}}, {.dialect = Dialect::Udk}, 1.0),
      "SEN {Time 1.0000} {Type TouchArray} {Name B} {Touch False,True,False}\r\n");
}

TEST(SensorLines, InfraredIsLikeSonar) {
  EXPECT_EQ(line_of("IR1", SensorKind::Infrared, single(0.75), Dialect::Compat),
            "SEN {Time 3104.57} {Type IR} {Name IR1 Range 0.7500}\r\n");
}

TEST(SensorLines, TachometersRound) {
  const TachometerReading standing{
      {"a", "b", "c", "d"}, {0.0, 0.0, 0.0, 0.0}, {2 * kPi, 2 * kPi, 2 * kPi, 2 * kPi}};
  EXPECT_EQ(line_of("TachTest", SensorKind::Tachometer, standing, Dialect::Classic),
            "SEN {Type Tachometer} {Name TachTest} {Vel 0.0000,0.0000,0.0000,0.0000} "
            "{Pos 6.2832,6.2832,6.2832,6.2832}\r\n");
}

TEST(SensorLines, OdometryTurnsToTheWiresAxes) {
  const OdometryReading left_ahead{0.4265, 0.1643, 0.9105};
  EXPECT_EQ(line_of("Odometry", SensorKind::Odometry, left_ahead, Dialect::Classic),
            "SEN {Type Odometry} {Name Odometry} {Pose 0.4265,-0.1643,-0.9105}\r\n");
  EXPECT_EQ(line_of("Odometry", SensorKind::Odometry, OdometryReading{}, Dialect::Compat),
            "SEN {Time 3104.57} {Type Odometry} {Name Odometry} {Pose 0.0000,0.0000,0.0000}\r\n");
}

// Genuine logs never leave half a turn; only the later server counted on.
TEST(SensorLines, OdometryWrapsItsTurnButInUdk) {
  const auto turn_of = [](double theta, Dialect dialect) {
    const std::string line =
        line_of("Odometry", SensorKind::Odometry, OdometryReading{0.0, 0.0, theta}, dialect);
    return std::stod(line.substr(line.rfind(',') + 1));
  };
  for (double theta = -20.0; theta < 20.0; theta += 0.137) {
    for (const Dialect dialect : {Dialect::Compat, Dialect::Classic}) {
      EXPECT_LE(std::abs(turn_of(theta, dialect)), kPi) << theta;
      EXPECT_NEAR(std::sin(turn_of(theta, dialect)), std::sin(-theta), 2e-4) << theta;
      EXPECT_NEAR(std::cos(turn_of(theta, dialect)), std::cos(-theta), 2e-4) << theta;
    }
    EXPECT_NEAR(turn_of(theta, Dialect::Udk), -theta, 2e-4);
  }
}

TEST(SensorLines, InsHasNoTimeButInCompatAndWholeTurns) {
  const InsReading reading{Vec3(0.8, 7.28, 0.45), {0.0, 0.0014, 0.0}};
  EXPECT_EQ(line_of("INS", SensorKind::Ins, reading, Dialect::Classic),
            "SEN {Type INS} {Name INS} {Location 0.80,-7.28,-0.45} {Orientation 0.00,6.28,0.00}"
            "\r\n");
  EXPECT_EQ(line_of("InsTest", SensorKind::Ins, reading, Dialect::Udk),
            "SEN {Type INS} {Name InsTest} {Location 0.80,-7.28,-0.45} {Orientation 0.00,6.28,0.00}"
            "\r\n");
  EXPECT_EQ(line_of("INS", SensorKind::Ins, reading, Dialect::Compat),
            "SEN {Time 3104.57} {Type INS} {Name INS} {Location 0.80,-7.28,-0.45} "
            "{Orientation 0.00,6.28,0.00}\r\n");
}

TEST(SensorLines, GroundTruthIsRoundedInWholeTurnsOrCutAndSigned) {
  GroundTruthReading reading;
  reading.pose = make_pose(4.5, -1.9, -1.8599, 0.0, 0.0, 0.25);
  EXPECT_EQ(line_of("GroundTruth", SensorKind::GroundTruth, reading, Dialect::Classic),
            "SEN {Time 3104.5708} {Type GroundTruth} {Name GroundTruth} {Location 4.50,1.90,1.86} "
            "{Orientation 0.00,0.00,6.03}\r\n");
  EXPECT_EQ(lines_of({{plain_sensor("GndTruth", SensorKind::GroundTruth), reading}},
                     {.dialect = Dialect::Udk}, 8.25),
            "SEN {Time 8.2500} {Type GroundTruth} {Name GndTruth} {Location 4.500,1.900,1.859} "
            "{Orientation 0.000,0.000,-0.250}\r\n");
}

TEST(SensorLines, GpsHasDegreesAndMinutes) {
  GpsReading reading{true, 11, 39.0 + 8.0341 / 60.0, -(77.0 + 13.0001 / 60.0), 0.0, Vec3::Zero()};
  EXPECT_EQ(line_of("GPS", SensorKind::Gps, reading, Dialect::Classic),
            "SEN {Type GPS} {Name GPS} {Latitude 39,8.0341,N} {Longitude 77,13.0001,W} {Fix 1} "
            "{Satellites 11}\r\n");
  EXPECT_EQ(line_of("GPS", SensorKind::Gps, GpsReading{}, Dialect::Udk),
            "SEN {Type GPS} {Name GPS} {Fix 0} {Satellites 0}\r\n");
  reading.latitude_deg = -std::nextafter(1.0, 0.0);
  EXPECT_NE(line_of("GPS", SensorKind::Gps, reading, Dialect::Udk).find("{Latitude 1,0.0000,S}"),
            std::string::npos);
}

TEST(SensorLines, ImuTellsAccelerationWithoutGravity) {
  ImuReading reading;
  reading.acceleration = {0.5, 0.25, -0.125};
  reading.angular_velocity = {0.1, 0.2, 0.3};
  reading.attitude = {0.01, 0.02, 0.03};
  EXPECT_EQ(
      lines_of({{plain_sensor("IMU", SensorKind::Imu), reading}}, {.dialect = Dialect::Udk}, 2.0),
      "SEN {Time 2.0000} {Type IMU} {Name IMU} {XYZAcceleration 0.5000,-0.2500,0.1250} "
      "{AngularVel 0.1000,-0.2000,-0.3000} {AngularAccel 0.0000,0.0000,0.0000} "
      "{Rotation 0.0100,-0.0200,-0.0300}\r\n");
}

TEST(SensorLines, HeightHeadingAndMinutes) {
  EXPECT_EQ(line_of("GPS", SensorKind::Altitude, AltitudeReading{1.5}, Dialect::Compat),
            "SEN {Time 3104.57} {Type AltitudeSensor} {Name GPS} {relativeAltitude 1.50} "
            "{absoluteAltitude 112.50}\r\n");
  EXPECT_EQ(line_of("Compass", SensorKind::Compass, CompassReading{-0.5}, Dialect::Compat),
            "SEN {Time 3104.57} {Type MagneticCompass} {Name Compass} {MagneticAngle 0.5000}\r\n");
  EXPECT_EQ(line_of("Time", SensorKind::MissionTime, TimeReading{119.9}, Dialect::Compat),
            "SEN {Time 3104.57} {Type MissionTime} {Name Time} {Minutes 1}\r\n");
}

TEST(SensorLines, CamerasTellNothingAfterABlank) {
  EXPECT_EQ(lines_of({{plain_sensor("Camera", SensorKind::Camera), Image{}}},
                     {.dialect = Dialect::Udk}, 3.0),
            "SEN {Time 3.0000} {Type Camera} \r\n");
}

TEST(SensorLines, TagsInReachAndNothingWithoutThem) {
  const RfidReading two{{{1001, "", Vec3::Zero()}, {1010, "", Vec3::Zero()}}};
  EXPECT_EQ(line_of("RFID", SensorKind::Rfid, two, Dialect::Classic),
            "SEN {Time 3104.5708} {Type RFID} {Name RFID} {ID 1001} {ID 1010}\r\n");
  const RfidReading one{{{118, "", Vec3(-0.09, 0.001, -0.04)}, {119, "seen", Vec3(1, 2, 3)}}};
  EXPECT_EQ(line_of("RFIDReader", SensorKind::Rfid, one, Dialect::Compat),
            "SEN {Time 3104.57} {Type RFID} {Name RFIDReader} {ID 118} {Location -0.09,-0.00,0.04} "
            "{Mem 0} {ID 119} {Location 1.00,-2.00,-3.00} {Mem seen}\r\n");
  EXPECT_EQ(line_of("RFID", SensorKind::Rfid, RfidReading{}, Dialect::Compat), "");
}

TEST(SensorLines, VictimsPartByPart) {
  EXPECT_EQ(line_of("VictSensor", SensorKind::Victim, VictimReading{}, Dialect::Classic),
            "SEN {Time 3104.5708} {Type VictSensor} {Name VictSensor} {Status NoVictims}\r\n");
  const VictimReading parts{
      {{"leg", "", "", Vec3(2.05, -0.33, -0.46)}, {"arm", "", "", Vec3(2.51, -0.44, -0.39)}}};
  EXPECT_EQ(
      line_of("V", SensorKind::Victim, parts, Dialect::Compat),
      "SEN {Time 3104.57} {Type VictSensor} {Name V} {PartName Leg} {Location 2.05,0.33,0.46} "
      "{PartName Arm} {Location 2.51,0.44,0.39}\r\n");
}

TEST(SensorLines, GasHeatAndSound) {
  EXPECT_EQ(line_of("CO2", SensorKind::Co2, GasReading{0.0}, Dialect::Compat),
            "SEN {Time 3104.57} {Type CO2Sensor} {Name CO2} {Gas CO2} {Density 0.00}\r\n");
  EXPECT_EQ(line_of("H", SensorKind::Heat, HeatReading{36.6}, Dialect::Compat),
            "SEN {Time 3104.57} {Type HeatSensor} {Name H} {Temperature 36.60}\r\n");
  EXPECT_EQ(line_of("S", SensorKind::Sound, SoundReading{42.5, 0.1, "tap"}, Dialect::Compat),
            "SEN {Time 3104.57} {Type Sound} {Name S} {Loudness 42.50} {Duration 0.00}\r\n");
}

TEST(SensorLines, Transmissometer) {
  EXPECT_EQ(line_of("Smoke", SensorKind::Transmissometer,
                    TransmissionReading{0.44643, 2.23215, 2.5}, Dialect::Compat),
            "SEN {Time 3104.57} {Type Transmissometer} {Name Smoke} {Transmission 0.4464} {Voltage "
            "2.232} {Path 2.50}\r\n");
}

TEST(SensorLines, ObjectsStandWithoutBlanks) {
  ObjectSighting box{"box1", "box", "wood", Vec3(1, 2, 3), {0.0, 0.0, 0.5}};
  ObjectSighting nameless_wood = box;
  nameless_wood.material.clear();
  EXPECT_EQ(line_of("n", SensorKind::Object, ObjectReading{{box, nameless_wood}}, Dialect::Udk),
            "SEN {Type ObjectSensor} {Name n} {Object box1}{Location 1.00,-2.00,-3.00}"
            "{Orientation 0.00,0.00,-0.50}{HitLoc 1.00,-2.00,-3.00}{Material wood}"
            "{Object box1}{Location 1.00,-2.00,-3.00}{Orientation 0.00,0.00,-0.50}"
            "{HitLoc 1.00,-2.00,-3.00}{Material None}\r\n");
}

TEST(SensorLines, TheBatteryIsNoSensorOnTheWire) {
  EXPECT_EQ(line_of("Battery", SensorKind::Battery, BatteryReading{5, 6}, Dialect::Compat), "");
}

TEST(SensorLines, UnknownSensorsAndForeignReadingsAreLeftOut) {
  RobotDescription robot;
  robot.sensors = {plain_sensor("S", SensorKind::Heat)};
  const std::vector<Reading> readings = {{0, "R1", "other", HeatReading{}},
                                         {0, "R1", "S", GasReading{}}};
  EXPECT_EQ(sensor_lines(robot, readings, {}), "");
}

TEST(SensorLines, EveryLineOfCompatHasATimeAndEndsWithCrLf) {
  const std::string text = lines_of({sonar("F1", 1.0),
                                     {plain_sensor("INS", SensorKind::Ins), InsReading{}},
                                     {plain_sensor("GPS", SensorKind::Gps), GpsReading{}},
                                     encoder("E", 1),
                                     touch("T", false)},
                                    {.dialect = Dialect::Compat});
  std::size_t begin = 0;
  int count = 0;
  while (begin < text.size()) {
    const std::size_t end = text.find("\r\n", begin);
    ASSERT_NE(end, std::string::npos);
    EXPECT_EQ(text.substr(begin, 24), "SEN {Time 3104.57} {Type");
    begin = end + 2;
    ++count;
  }
  EXPECT_EQ(count, 5);
}

TEST(SensorLines, NamesCannotBreakALine) {
  EXPECT_EQ(line_of("a}\r\nb", SensorKind::Heat, HeatReading{1.0}, Dialect::Compat),
            "SEN {Time 3104.57} {Type HeatSensor} {Name a___b} {Temperature 1.00}\r\n");
}

}  // namespace
}  // namespace rubble::usarsim
