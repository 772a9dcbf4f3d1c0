// SPDX-License-Identifier: Apache-2.0
// Whole lines as the servers sent them, byte for byte.
#include "rubble/usarsim/protocol/status_lines.h"

#include <gtest/gtest.h>

#include "rubble/usarsim/protocol/com_lines.h"
#include "rubble/usarsim/protocol/test_samples.h"
#include "rubble/usarsim/protocol/world_lines.h"

namespace rubble::usarsim {
namespace {

RobotStatus status_at(double seconds, double battery) {
  RobotStatus status;
  status.tick = tick_near(seconds);
  status.robot = "R1";
  status.battery = battery;
  return status;
}

RobotDescription vehicle(VehicleKind kind) {
  RobotDescription robot = sample_p2at();
  robot.vehicle = kind;
  return robot;
}

JointDescription named_joint(const char* name) {
  JointDescription joint;
  joint.name = name;
  joint.axis_base = Vec3::UnitY();
  return joint;
}

TEST(StatusLines, AGroundRobotInClassicAndCompat) {
  const std::string line =
      "STA {Type GroundVehicle} {Time 3104.57} {FrontSteer 0.0000} {RearSteer 0.0000} "
      "{LightToggle False} {LightIntensity 0} {Battery 1200} {View -1}\r\n";
  const RobotStatus status = status_at(3104.57, 1200.0);
  EXPECT_EQ(status_line(sample_p2at(), status, Dialect::Classic), line);
  EXPECT_EQ(status_line(sample_p2at(), status, Dialect::Compat), line);
}

// The capture's time was 477.7582, which is no whole tick of ours.
TEST(StatusLines, AGroundRobotInUdk) {
  RobotDescription robot = sample_p2at();
  robot.battery = 0.0;
  EXPECT_EQ(status_line(robot, status_at(477.7582, 0.0), Dialect::Udk),
            "STA {Time 477.7583} {Battery 99999} {Type GroundVehicle} {LightToggle False} "
            "{LightIntensity 100} {FrontSteer 0} {RearSteer 0}\r\n");
}

TEST(StatusLines, FlippersFollowTheSteeringWithTheSignOfTheirFile) {
  RobotDescription robot = sample_p2at();
  for (const char* name : {"FRFlipper", "FLFlipper", "RRFlipper", "RLFlipper"})
    robot.flippers.push_back(named_joint(name));
  RobotStatus status = status_at(3104.57, 1199.9);
  status.flippers = {{-0.00065, 0}, {-0.0005, 0}, {0.0005, 0}, {0.0006, 0}};
  EXPECT_EQ(status_line(robot, status, Dialect::Compat),
            "STA {Type GroundVehicle} {Time 3104.57} {FrontSteer 0.0000} {RearSteer 0.0000} "
            "{FRFlipper -0.0006} {FLFlipper -0.0005} {RRFlipper 0.0005} {RLFlipper 0.0006} "
            "{LightToggle False} {LightIntensity 0} {Battery 1199} {View -1}\r\n");
}

TEST(StatusLines, SteeringToTheLeftIsNegativeOnTheWire) {
  RobotDescription robot = sample_p2at();
  robot.steering = SteeringKind::Ackermann;
  RobotStatus status = status_at(1.0, 1200.0);
  status.front_steer = 0.25;
  status.rear_steer = -0.125;
  status.light_is_on = true;
  EXPECT_EQ(status_line(robot, status, Dialect::Compat),
            "STA {Type GroundVehicle} {Time 1.00} {FrontSteer -0.2500} {RearSteer 0.1250} "
            "{LightToggle True} {LightIntensity 100} {Battery 1200} {View -1}\r\n");
  EXPECT_EQ(status_line(robot, status, Dialect::Udk),
            "STA {Time 1.0000} {Battery 1200} {Type GroundVehicle} {LightToggle True} "
            "{LightIntensity 100} {FrontSteer -0.2500} {RearSteer 0.1250}\r\n");
}

TEST(StatusLines, AFlyingRobot) {
  const RobotDescription robot = vehicle(VehicleKind::Aerial);
  const RobotStatus status = status_at(268.5, 1192.4);
  EXPECT_EQ(status_line(robot, status, Dialect::Compat),
            "STA {Type AerialVehicle} {Time 268.50} {LightToggle False} {LightIntensity 0} "
            "{Battery 1192} {View -1}\r\n");
  EXPECT_EQ(status_line(robot, status, Dialect::Udk), "STA {Time 268.5000} {Battery 1192}\r\n");
}

TEST(StatusLines, OtherVehicles) {
  const RobotStatus status = status_at(1.0, 7.0);
  EXPECT_EQ(status_line(vehicle(VehicleKind::Nautic), status, Dialect::Compat),
            "STA {Type NauticVehicle} {Time 1.00} {FrontSteer 0.0000} {RearSteer 0.0000} "
            "{SternPlaneAngle 0.0000} {LightToggle False} {LightIntensity 0} {Battery 7} "
            "{View -1}\r\n");
  EXPECT_EQ(status_line(vehicle(VehicleKind::Static), status, Dialect::Udk),
            "STA {Time 1.0000} {Battery 7} {Type StaticPlatform}\r\n");
  RobotDescription legged = vehicle(VehicleKind::Legged);
  legged.flippers = {named_joint("HeadYaw")};
  RobotStatus moved = status;
  moved.flippers = {{0.5, 0.0}};
  EXPECT_EQ(status_line(legged, moved, Dialect::Udk),
            "STA {Time 1.0000} {Battery 7} {Type LeggedVehicle} {HeadYaw 0.5000}\r\n");
  EXPECT_EQ(status_line(legged, moved, Dialect::Classic),
            "STA {Type LeggedRobot} {Time 1.00} {HeadYaw 0.5000} {LightToggle False} "
            "{LightIntensity 0} {Battery 7} {View -1}\r\n");
}

TEST(StatusLines, AMissionPackageTellsItsLinks) {
  RobotDescription robot = sample_p2at();
  robot.packages = {sample_pan_tilt()};
  RobotStatus status = status_at(3104.57, 1200.0);
  status.packages = {{{0.0, 20.0}, {0.0, 20.0}}};
  EXPECT_EQ(package_lines(robot, status, Dialect::Classic),
            "MISSTA {Time 3104.57} {Name CameraPanTilt} {Link 1} {Value 0.0000} {Torque -20.00} "
            "{Link 2} {Value 0.0000} {Torque -20.00}\r\n");
  status.tick = tick_near(1.0);
  status.packages = {{{0.5, 0.0}, {-0.25, 0.0}}};
  EXPECT_EQ(package_lines(robot, status, Dialect::Udk),
            "ASTA {Time 1.0000} {Name CameraPanTilt} {Link 1} {Value -0.5000} {Link 2} "
            "{Value 0.2500}\r\n");
}

TEST(StatusLines, ResultsAreTooMuchForUdk) {
  EXPECT_EQ(result_line(tick_near(2.0), "Camera", "Cam", "OK", Dialect::Compat),
            "RES {Time 2.00} {Type Camera} {Name Cam} {Status OK}\r\n");
  EXPECT_EQ(result_line(tick_near(2.0), "Camera", "Cam", "OK", Dialect::Udk), "");
}

TEST(StatusLines, ThingsOfAWorldController) {
  EXPECT_EQ(object_line("box", Vec3(1, 2, 3), make_pose(1, 2, 3, 0, 0, 0.3), "m"),
            "STA {Name box} {Size 1.0000,2.0000,3.0000} {Location 1.0000,-2.0000,-3.0000} "
            "{Memory m} {Rotation 0.0000,0.0000,-0.3000}\r\n");
}

TEST(WorldLines, GreetingsOfBothServers) {
  const Arena arena{"DM-USAR_yellow_250", 0, {}};
  EXPECT_EQ(greeting(arena, Dialect::Classic),
            "NFO {Gametype BotDeathMatch} {Level DM-USAR_yellow_250} {TimeLimit 0}\r\n");
  EXPECT_EQ(greeting(arena, Dialect::Compat), greeting(arena, Dialect::Classic));
  EXPECT_EQ(greeting({"maze", 20, {}}, Dialect::Udk),
            "NFO {Gametype USARBotAPI.BotDeathMatch} {Level maze} {TimeLimit 20}\r\n");
}

TEST(WorldLines, StartPosesStandInOneSegment) {
  Arena arena;
  EXPECT_EQ(start_poses_line(arena, Dialect::Compat), "NFO {StartPoses 0}\r\n");
  arena.starts = {{"RobotStart1", make_pose(1.0, -2.0, 0.1, 0, 0, 0)},
                  {"RobotStart2", make_pose(3.0, -2.0, 0.1, 0, 0, -1.5708)}};
  EXPECT_EQ(start_poses_line(arena, Dialect::Compat),
            "NFO {StartPoses 2} {RobotStart1 1.0000,2.0000,-0.1000 0.0000,0.0000,0.0000 "
            "RobotStart2 3.0000,2.0000,-0.1000 0.0000,0.0000,1.5708}\r\n");
}

TEST(WorldLines, ADeathHasAKillerAndACause) {
  EXPECT_EQ(death_line("None", "Battery"), "DIE {Killer None} {DamageType Battery}\r\n");
}

TEST(ComLines, PositionsForAWirelessServer) {
  EXPECT_EQ(positions_line({}), "POSITIONS {Robots 0}\r\n");
  EXPECT_EQ(positions_line({{"R1", Vec3(1.0, -2.5, 0.1), false}, {"Base", Vec3::Zero(), true}}),
            "POSITIONS {Robots 2} {Name R1 Location 1.0000,2.5000,-0.1000 BatteryEmpty False} "
            "{Name Base Location 0.0000,0.0000,0.0000 BatteryEmpty True}\r\n");
}

TEST(ComLines, ObstaclesAreWholeAndUnknownIsMinusOne) {
  EXPECT_EQ(obstacles_line(CountBetweenRobots{"R1", "R2"}, 3),
            "NUMOBS {From R1} {To R2} {ObstCount 3}\r\n");
  EXPECT_EQ(obstacles_line(CountBetweenRobots{"R1", "R9"}, -1),
            "NUMOBS {From R1} {To R9} {ObstCount -1}\r\n");
  EXPECT_EQ(obstacles_line(CountBetweenPoints{"1,2,3", "4, 5, 6", Vec3::Zero(), Vec3::Zero()}, 0),
            "NUMOBS {Start 1,2,3} {End 4, 5, 6} {ObstCount 0}\r\n");
}

TEST(ComLines, TheTruthPortTellsWhatWasAskedForThenAnEnd) {
  const std::vector<TruthRow> rows = {
      {"P3AT_0", "P3AT", make_pose(0.67, -2.3, -1.86, -0.001, -0.46, 0.0)}, {"R2", "P2AT", Pose{}}};
  const Tick tick = tick_near(29.9750);
  EXPECT_EQ(truth_lines({"usarbot.p3at", ""}, tick, rows),
            "{Name P3AT_0} {Class P3AT} {Time 29.9750} {Location 0.67,2.30,1.86} "
            "{Rotation -0.00,0.46,0.00}\r\n{End}\r\n");
  EXPECT_EQ(truth_lines({"", "r2"}, tick, rows),
            "{Name R2} {Class P2AT} {Time 29.9750} {Location 0.00,0.00,0.00} "
            "{Rotation 0.00,0.00,0.00}\r\n{End}\r\n");
  EXPECT_EQ(truth_lines({"Kenaf", ""}, tick, rows), "{End}\r\n");
}

}  // namespace
}  // namespace rubble::usarsim
