// SPDX-License-Identifier: Apache-2.0
// Whole lines as the servers sent them, byte for byte.
#include "rubble/usarsim/protocol/description_lines.h"

#include <gtest/gtest.h>

#include <cmath>

#include "rubble/usarsim/protocol/test_samples.h"

namespace rubble::usarsim {
namespace {

RobotDescription with_sensors(std::vector<SensorDescription> sensors) {
  RobotDescription robot = sample_p2at();
  robot.robot_class = "P3AT";
  robot.sensors = std::move(sensors);
  return robot;
}

SensorDescription placed(const char* name, SensorKind kind, const Pose& pose) {
  SensorDescription sensor = plain_sensor(name, kind);
  sensor.base_from_sensor = pose;
  return sensor;
}

SensorDescription at_rate(const char* name, SensorKind kind, double rate) {
  SensorDescription sensor = plain_sensor(name, kind);
  sensor.rate = rate;
  return sensor;
}

SensorDescription sick() {
  SensorDescription sensor = plain_sensor("lms200", SensorKind::RangeScanner);
  sensor.max_range = 20.0;
  sensor.min_range = 0.1;
  sensor.resolution = 0.01745;
  sensor.field_of_view = 3.14149;
  return sensor;
}

SensorDescription sonar_ring_part(const char* name) {
  SensorDescription sensor = at_rate(name, SensorKind::Sonar, 5.0);
  sensor.max_range = 5.0;
  sensor.min_range = 0.1;
  sensor.beam_angle = 0.3491;
  return sensor;
}

std::string configuration_of(const SensorDescription& sensor, Dialect dialect) {
  return configuration_lines(with_sensors({sensor}), type_word(sensor.kind), "", dialect);
}

TEST(DescriptionLines, TheRobotInClassic) {
  const RobotDescription robot = sample_p2at();
  EXPECT_EQ(configuration_lines(robot, "Robot", "", Dialect::Classic),
            "CONF {Type GroundVehicle} {Name P2AT} {SteeringType SkidSteered} {Mass 14.0000} "
            "{MaxSpeed 5.3850} {MaxTorque 60.0000} {MaxFrontSteer 0.0000} {MaxRearSteer 0.0000}"
            "\r\n");
  EXPECT_EQ(geometry_lines(robot, "Robot", "", Dialect::Classic),
            "GEO {Type GroundVehicle} {Name P2AT} {Dimensions 0.5238,0.4968,0.2913} "
            "{COG 0.0000,0.0000,0.0000} {WheelRadius 0.1300} {WheelSeparation 0.4712} "
            "{WheelBase 0.2884}\r\n");
}

TEST(DescriptionLines, MeasuresThatWereCalculatedAreNotCutOneStepTooLow) {
  RobotDescription robot = sample_p2at();
  robot.mass = std::nextafter(14.0, 0.0);
  robot.wheel_radius = 0.13 - 1e-15;
  robot.center_of_mass = {-1e-17, 0.0, 0.17 - 1e-15};
  EXPECT_NE(configuration_lines(robot, "Robot", "", Dialect::Compat).find("{Mass 14.0000}"),
            std::string::npos);
  const std::string geometry = geometry_lines(robot, "Robot", "", Dialect::Compat);
  EXPECT_NE(geometry.find("{COG 0.0000,0.0000,-0.1700} {WheelRadius 0.1300}"), std::string::npos);
}

TEST(DescriptionLines, TheRobotInUdk) {
  RobotDescription robot = with_sensors({});
  robot.mass = 11.9;
  robot.max_speed = 1.3;
  robot.max_torque = 50000.0;
  EXPECT_EQ(configuration_lines(robot, "Robot", "", Dialect::Udk),
            "CONF {Name USARBot.P3AT} {Type GroundVehicle} {SteeringType SkidSteered} "
            "{Mass 11.9000} {MaxSpeed 1.3000} {MaxTorque 50000.0000} {MaxFrontSteer 0} "
            "{MaxRearSteer 0}\r\n");
  EXPECT_EQ(geometry_lines(robot, "Robot", "", Dialect::Udk),
            "GEO {Name USARBot.P3AT} {Type GroundVehicle} {Dimensions 0.2884,0.4712,0.0000} "
            "{COG 0.0000,0.0000,0.0000} {WheelRadius 0.1300} {WheelSeparation 0.4712} "
            "{WheelBase 0.2884}\r\n");
}

TEST(DescriptionLines, TheRobotAnswersToItsTypeInAnySpelling) {
  const RobotDescription robot = sample_p2at();
  const std::string answer = configuration_lines(robot, "Robot", "", Dialect::Compat);
  EXPECT_EQ(configuration_lines(robot, "groundvehicle", "", Dialect::Compat), answer);
  EXPECT_EQ(configuration_lines(robot, "ROBOT", "R1", Dialect::Compat), answer);
  EXPECT_EQ(configuration_lines(robot, "AerialVehicle", "", Dialect::Compat), "");
}

TEST(DescriptionLines, AFlyerHasNoWheels) {
  RobotDescription robot = sample_p2at();
  robot.vehicle = VehicleKind::Aerial;
  robot.steering = SteeringKind::RotaryWing;
  robot.robot_class = "AirRobot";
  robot.center_of_mass = {0.0, 0.0, 0.05};
  EXPECT_EQ(geometry_lines(robot, "Robot", "", Dialect::Compat),
            "GEO {Type AerialVehicle} {Name AirRobot} {Dimensions 0.5238,0.4968,0.2913} "
            "{COG 0.0000,0.0000,-0.0500}\r\n");
}

TEST(DescriptionLines, ALaserScanner) {
  EXPECT_EQ(configuration_of(sick(), Dialect::Udk),
            "CONF {Type RangeScanner} {Name lms200} {MaxRange 20.0000} {MinRange 0.1000} "
            "{Resolution 0.0174} {Fov 3.1414} {Panning True} {Tilting False}\r\n");
  EXPECT_EQ(configuration_of(sick(), Dialect::Compat),
            "CONF {Type RangeScanner} {Name lms200} {MaxRange 20.0000} {MinRange 0.1000} "
            "{Resolution 0.0174} {Fov 3.1414} {Paning True} {Tilting False}\r\n");
}

TEST(DescriptionLines, SonarsOnOneLine) {
  const RobotDescription robot = with_sensors({sonar_ring_part("F1"), sonar_ring_part("F2")});
  EXPECT_EQ(configuration_lines(robot, "sonar", "", Dialect::Compat),
            "CONF {Type Sonar} {Name F1} {MaxRange 5.0000} {MinRange 0.1000} {BeamAngle 0.3491} "
            "{Name F2} {MaxRange 5.0000} {MinRange 0.1000} {BeamAngle 0.3491}\r\n");
  EXPECT_EQ(configuration_lines(robot, "Sonar", "f2", Dialect::Udk),
            "CONF {Type Sonar} {Name F2} {MaxRange 5.0000} {MinRange 0.1000} "
            "{ScanInterval 0.2000} {beamAngle 0.3491} {maxAngleOfIncidence 0.1745} "
            "{tracesPerCone 16} {numberOfCones 10}\r\n");
}

TEST(DescriptionLines, OtherSensors) {
  SensorDescription encoder = plain_sensor("ECLeft", SensorKind::Encoder);
  encoder.resolution = 0.01745;
  EXPECT_EQ(configuration_of(encoder, Dialect::Compat),
            "CONF {Type Encoder} {Name ECLeft} {Resolution 0.0174}\r\n");
  EXPECT_EQ(configuration_of(at_rate("INS", SensorKind::Ins, 5.0), Dialect::Udk),
            "CONF {Type INS} {Name INS} {ScanInterval 0.2000}\r\n");
  EXPECT_EQ(configuration_of(plain_sensor("T1", SensorKind::Touch), Dialect::Udk),
            "CONF {Type Touch} {Name T1} {Diameter 0.0100}\r\n");
  const RobotDescription robot = with_sensors({at_rate("INS", SensorKind::Ins, 5.0)});
  EXPECT_EQ(configuration_lines(robot, "inu", "", Dialect::Compat),
            "CONF {Type INS} {Name INS} {ScanInterval 0.2000}\r\n");
}

TEST(DescriptionLines, ACameraInDegreesWithoutBlanks) {
  SensorDescription camera = plain_sensor("Camera", SensorKind::Camera);
  camera.tile_x = 320;
  camera.tile_y = 0;
  camera.tile_width = 320;
  camera.tile_height = 240;
  camera.field_of_view = radians(80.0);
  camera.min_field_of_view = radians(20.0);
  camera.max_field_of_view = radians(120.0);
  EXPECT_EQ(configuration_of(camera, Dialect::Udk),
            "CONF {Type Camera} {Name Camera}{TextureOffsetX 320}{TextureOffsetY 0}"
            "{TextureResolutionX 320}{TextureResolutionY 240}{CameraDefFov 80.0000}"
            "{CameraMinFov 20.0000}{CameraMaxFov 120.0000}{CameraFov 80.0000}\r\n");
}

TEST(DescriptionLines, PlacesOfSensorsInGroupsAndSegments) {
  const RobotDescription sonars =
      with_sensors({placed("F2", SensorKind::Sonar, make_pose(0.185, 0.115, 0.0, 0.0, 0.0, 0.8727)),
                    placed("F3", SensorKind::Sonar, make_pose(0.22, 0.08, 0.0, 0.0, 0.0, 0.5236))});
  EXPECT_EQ(geometry_lines(sonars, "Sonar", "", Dialect::Compat),
            "GEO {Type Sonar} {Name F2 Location 0.1850,-0.1150,0.0000 Orientation "
            "0.0000,0.0000,-0.8727 Mount HARD} {Name F3 Location 0.2200,-0.0800,0.0000 "
            "Orientation 0.0000,0.0000,-0.5236 Mount HARD}\r\n");
  const RobotDescription laser = with_sensors({placed(
      "lms200", SensorKind::RangeScanner, make_pose(0.2085, 0.001, 0.2, 0.0, 0.001, 0.001))});
  EXPECT_EQ(geometry_lines(laser, "RangeScanner", "lms200", Dialect::Udk),
            "GEO {Type RangeScanner} {Name lms200} {Location 0.21,-0.00,-0.20} "
            "{Orientation 0.00,-0.00,-0.00}{Mount P3AT}\r\n");
}

TEST(DescriptionLines, ASensorOnAPanTiltStandsOnItsLinkOrOnTheBody) {
  RobotDescription robot = with_sensors(
      {placed("Camera", SensorKind::Camera, make_pose(0.1739, 0.0, 0.2635, 0.0, 0.0, 0.0))});
  robot.packages = {sample_pan_tilt()};
  robot.sensors[0].mount = "CameraPanTilt";
  robot.sensors[0].mount_link = 2;
  EXPECT_EQ(geometry_lines(robot, "Camera", "", Dialect::Compat),
            "GEO {Type Camera} {Name Camera Location 0.1739,0.0000,-0.2635 Orientation "
            "0.0000,0.0000,0.0000 Mount HARD}\r\n");
  EXPECT_EQ(geometry_lines(robot, "Camera", "", Dialect::Classic),
            "GEO {Type Camera} {Name Camera Location 0.0500,0.0000,0.0000 Orientation "
            "0.0000,0.0000,0.0000 Mount CameraPanTilt_Link2}\r\n");
  EXPECT_EQ(geometry_lines(robot, "Camera", "", Dialect::Udk),
            "GEO {Type Camera} {Name Camera} {Location 0.05,0.00,0.00} "
            "{Orientation 0.00,0.00,0.00}{Mount CameraPanTilt}{MountLink 2}\r\n");
}

TEST(DescriptionLines, MissionPackages) {
  RobotDescription robot = sample_p2at();
  robot.packages = {sample_pan_tilt()};
  EXPECT_EQ(configuration_lines(robot, "MisPkg", "", Dialect::Compat),
            "CONF {Type MisPkg} {Name CameraPanTilt} {Link 1} {JointType Revolute} "
            "{MaxSpeed 0.17} {MaxTorque 20.00} {MinRange 1} {MaxRange 0} {Link 2} "
            "{JointType Revolute} {MaxSpeed 0.17} {MaxTorque 20.00} {MinRange -0.16} "
            "{MaxRange 0.40}\r\n");
  EXPECT_EQ(geometry_lines(robot, "mispkg", "CAMERAPANTILT", Dialect::Compat),
            "GEO {Type MisPkg} {Name CameraPanTilt} {Link 1} {ParentLink -1} "
            "{Location 0.1239,0.0000,-0.2036} {Orientation 0.0000,0.0000,0.0000} {Link 2} "
            "{ParentLink 1} {Location 0.0000,0.0000,-0.0599} {Orientation 0.0000,0.0000,0.0000}"
            "\r\n");
  EXPECT_EQ(configuration_lines(robot, "MisPkg", "Arm", Dialect::Compat), "");
}

TEST(DescriptionLines, Actuators) {
  RobotDescription robot = sample_p2at();
  robot.packages = {sample_pan_tilt()};
  robot.packages[0].joints.erase(robot.packages[0].joints.begin());
  EXPECT_EQ(configuration_lines(robot, "Actuator", "", Dialect::Udk),
            "CONF {Type Actuator} {Name CameraPanTilt} {Link 1} {JointType Revolute} "
            "{MaxTorque 20.0000} {MinValue -0.1600} {MaxValue 0.4000}\r\n");
  EXPECT_EQ(geometry_lines(robot, "Actuator", "", Dialect::Udk),
            "GEO {Type Actuator} {Name CameraPanTilt} {Location 0.12,0.00,-0.26} "
            "{Orientation 0.00,0.00,0.00}{Mount P2AT} {Link 1} {Parent 0} "
            "{Location 0.00,0.00,0.00} {Orientation 0.00,0.00,0.00} {Tip 0.00,0.00,0.00}\r\n");
}

// A client waits for the answer about everything it was told of.
TEST(DescriptionLines, EveryKindOfSensorAnswersBothQuestionsInEveryDialect) {
  for (int kind = 0; kind <= static_cast<int>(SensorKind::Transmissometer); ++kind) {
    const SensorDescription sensor = plain_sensor("S", static_cast<SensorKind>(kind));
    const RobotDescription robot = with_sensors({sensor});
    const std::string word = type_word(sensor.kind);
    for (const Dialect dialect : {Dialect::Compat, Dialect::Classic, Dialect::Udk}) {
      const std::string head = " {Type " + word + "} {Name S";
      EXPECT_EQ(configuration_lines(robot, word, "", dialect).find("CONF" + head), 0U) << word;
      EXPECT_EQ(geometry_lines(robot, word, "", dialect).find("GEO" + head), 0U) << word;
    }
  }
}

TEST(DescriptionLines, NothingIsSaidOfWhatTheRobotDoesNotHave) {
  const RobotDescription robot = with_sensors({sick()});
  for (const char* type : {"Sonar", "Scanner", "Effecter", "", "MisPkg", "Actuator"}) {
    EXPECT_EQ(configuration_lines(robot, type, "", Dialect::Compat), "") << type;
    EXPECT_EQ(geometry_lines(robot, type, "", Dialect::Compat), "") << type;
  }
  EXPECT_EQ(configuration_lines(robot, "RangeScanner", "other", Dialect::Compat), "");
}

}  // namespace
}  // namespace rubble::usarsim
