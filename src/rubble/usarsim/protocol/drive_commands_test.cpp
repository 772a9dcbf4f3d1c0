// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "rubble/usarsim/protocol/command_parsers.h"
#include "rubble/usarsim/protocol/frames.h"
#include "rubble/usarsim/protocol/test_commands.h"
#include "rubble/usarsim/protocol/test_robot.h"

namespace rubble::usarsim {
namespace {

struct Sent {
  std::string line;
  std::string commands;
};

// What one line leads to, nothing having been said before.
std::string driven(const std::string& line, Dialect dialect = Dialect::Compat) {
  DriveDefaults memory;
  return text_of(parse_drive(parse_line(line), robot_with_everything(), dialect, memory));
}

TEST(Drive, ReadsEveryForm) {
  const Sent kLines[] = {
      // Skid: at most 5 rad/s.
      {"DRIVE {Left 1.0} {Right -2.5}", "sides 1 -2.5"},
      {"DRIVE {Left 1,00} {Right 2,50}", "sides 1 2"},
      {"drive{left 1}{RIGHT 2}", "sides 1 2"},
      {"DRIVE {Left 7} {Right -1e30}", "sides 5 -5"},
      {"DRIVE {Left 50} {Right -200} {Normalized true}", "sides 2.5 -5"},
      {"DRIVE {Normalized True} {Left 100} {Right 10}", "sides 5 0.5"},
      {"DRIVE {Left 1} {Right 1} {Normalized False}", "sides 1 1"},
      {"DRIVE {Left 1} {Left 2} {Right 3}", "sides 1 3"},
      {"DRIVE {Left 1} {Right 2} {Light true}", "sides 1 2; light on"},
      {"DRIVE {Light True}", "light on"},
      {"DRIVE {Light 0}", "light off"},
      {"DRIVE {Flip true}", "upright"},
      {"DRIVE {Flip false}", ""},
      {"DRIVE {Flip} {Left 1}", "sides 1 0"},
      // Ackermann: the wire steers right, at most 0.5 and 0.25 rad.
      {"DRIVE {Speed 2} {FrontSteer 0.2} {RearSteer -0.1}", "steered 2 -0.2 0.1"},
      {"DRIVE {Speed 20} {FrontSteer 2} {RearSteer -2}", "steered 5 -0.5 0.25"},
      {"DRIVE {Speed 50} {FrontSteer -100} {RearSteer 0} {Normalized true}", "steered 2.5 0.5 0"},
      {"DRIVE {FrontSteer 0.1}", "steered 0 -0.1 0"},
      // Wheels one by one.
      {"DRIVE {WheelNumber 1} {WheelSpeed 1} {WheelSteer 0.5} {WheelNumber 2} {WheelSpeed -9}",
       "wheel 1 1 -0.5; wheel 2 -5 0"},
      {"DRIVE {WheelNumber 0} {WheelSpeed 1} {WheelNumber 3} {WheelSpeed 2}",
       "wheel 1 1 0; wheel 4 2 0"},
      {"DRIVE {WheelSpeed 1} {WheelNumber 2}", ""},
      {"DRIVE {WheelNumber -1} {WheelSpeed 1} {WheelNumber 1e9} {WheelSpeed 1}", ""},
      {"DRIVE {WheelNumber x} {WheelSpeed 1}", ""},
      // Underwater.
      {"DRIVE {Propeller 1} {Rudder 0.1} {SternPlane 0.2} {Normalized true} {Light true}",
       "light on"},
      // One joint: pan's file is counter-clockwise, tilt's upwards; flippers are as in their file.
      {"DRIVE {Name FRFlipper} {Order 0} {Value 0.5}", "FRFlipper angle 0.5"},
      {"DRIVE {Name frflipper} {Value 9}", "FRFlipper angle 3.14"},
      {"DRIVE {Name pan} {Order 1} {Value 0.5}", "pan speed -0.5"},
      {"DRIVE {Name tilt} {Order 2} {Value 99}", "tilt effort 20"},
      {"DRIVE {Name tilt} {Steer 45}", "tilt angle 0.7854"},
      {"DRIVE {Name wrist} {Value 300}", "wrist angle 300"},
      {"DRIVE {Name nobody} {Value 1}", ""},
      {"DRIVE {Name pan}", ""},
      // What makes no sense.
      {"DRIVE", ""},
      {"DRIVE {Left} {Right}", ""},
      {"DRIVE {Left nan} {Right inf}", ""},
      {"DRIVE {Left fast} {Right 2}", "sides 0 2"},
      {"DRIVE {Left 1 {Right 2", "sides 1 2"},
      {"DRIVE {{{{Left 1}}}} {Right 2}", "sides 1 2"},
      {"DRIVE {Light perhaps}", ""},
  };
  for (const auto& [line, commands] : kLines) EXPECT_EQ(driven(line), commands) << line;
}

TEST(Drive, ReadsFlightsWithUpRightAndClockwisePositive) {
  const std::string all =
      "DRIVE {AltitudeVelocity 0.5} {LinearVelocity 1} {LateralVelocity 0.25} {RotationalVelocity "
      "0.3}";
  EXPECT_EQ(driven(all), "flight 1 -0.25 0.5 -0.3");
  EXPECT_EQ(driven(all, Dialect::Classic), "flight 1 -0.25 0.5 -0.3");
  EXPECT_EQ(driven(all, Dialect::Udk), "flight 1 -0.25 0.5 -0.0052") << "degrees";
  EXPECT_EQ(driven("DRIVE {RotationalVelocity 90}", Dialect::Udk), "flight 0 0 0 -1.5708");
  EXPECT_EQ(driven("DRIVE {RotationalVelocity -9000}", Dialect::Udk), "flight 0 0 0 1.7453");
  EXPECT_EQ(driven("DRIVE {LinearVelocity 10} {RotationalVelocity 50} {Normalized true}"),
            "flight 0.5 0 0 -0.8727");
  EXPECT_EQ(driven("DRIVE {LinearVelocity 99} {PitchAngle 10} {RollAngle 5} {Spin1 1} {Spin2 1}"),
            "flight 5 0 0 0");
  EXPECT_EQ(driven("DRIVE {LinearVelocity x}"), "");
}

// Each line follows the one before.
void expect_conversation(const std::vector<Sent>& lines) {
  DriveDefaults memory;
  for (const auto& [line, commands] : lines)
    EXPECT_EQ(
        text_of(parse_drive(parse_line(line), robot_with_everything(), Dialect::Compat, memory)),
        commands)
        << line;
}

TEST(Drive, WhatIsMissingStaysAsItWas) {
  expect_conversation({{"DRIVE {Left 1} {Right 2}", "sides 1 2"},
                       {"DRIVE {Left 3}", "sides 3 2"},
                       {"DRIVE {Right 0}", "sides 3 0"},
                       {"DRIVE {Light true}", "light on"},
                       {"DRIVE {Speed 1} {FrontSteer 0.1} {RearSteer 0}", "steered 1 -0.1 0"},
                       {"DRIVE {Speed 2}", "steered 2 -0.1 0"},
                       {"DRIVE {WheelNumber 2} {WheelSpeed 1} {WheelSteer 1}", "wheel 2 1 -1"},
                       {"DRIVE {WheelNumber 2} {WheelSteer 0}", "wheel 2 1 0"},
                       {"DRIVE {LinearVelocity 1} {AltitudeVelocity 1}", "flight 1 0 1 0"},
                       {"DRIVE {LateralVelocity 1}", "flight 1 -1 1 0"}});
}

TEST(Drive, NormalizedHoldsForWheelsButForOneFlightOnly) {
  expect_conversation({{"DRIVE {Left 100} {Right 100} {Normalized true}", "sides 5 5"},
                       {"DRIVE {Left 50} {Right 50}", "sides 2.5 2.5"},
                       {"DRIVE {Left 10}", "sides 0.5 2.5"},
                       {"DRIVE {Normalized false}", ""},
                       {"DRIVE {Left 1} {Right 1}", "sides 1 1"},
                       {"DRIVE {LinearVelocity 100} {Normalized true}", "flight 5 0 0 0"},
                       {"DRIVE {LinearVelocity 1}", "flight 1 0 0 0"},
                       {"DRIVE {Left 1}", "sides 1 1"}});
}

TEST(Drive, ALineYieldsABoundedNumberOfCommands) {
  std::string many = "DRIVE";
  for (int i = 0; i < 10000; ++i) many += " {WheelNumber 1} {WheelSpeed 1}";
  DriveDefaults memory;
  const auto commands =
      parse_drive(parse_line(many), robot_with_everything(), Dialect::Compat, memory);
  EXPECT_EQ(commands.size(), kMaxOrdersPerLine);
  std::string joints = "MULTIDRIVE";
  for (int i = 0; i < 10000; ++i) joints += " {pan 1}";
  EXPECT_EQ(parse_multidrive(parse_line(joints), robot_with_everything()).size(),
            kMaxOrdersPerLine);
}

TEST(MultiDrive, TurnsNamedJointsToAngles) {
  const Sent kLines[] = {
      {"MULTIDRIVE {FRFlipper 0.5} {FLFlipper -0.5} {RRFlipper 0} {RLFlipper 9}",
       "FRFlipper angle 0.5; FLFlipper angle -0.5; RRFlipper angle 0; RLFlipper angle 3.14"},
      {"multidrive {frflipper 0,5}", "FRFlipper angle 0"},
      {"MULTIDRIVE {pan 0.5} {tilt 0.5} {lift 0.1}",
       "pan angle -0.5; tilt angle 0.5; lift angle 0.1"},
      {"MULTIDRIVE {FRFlipper} {FLFlipper x} {Nobody 1}", ""},
      {"MULTIDRIVE", ""},
  };
  for (const auto& [line, commands] : kLines)
    EXPECT_EQ(text_of(parse_multidrive(parse_line(line), robot_with_everything())), commands)
        << line;
}

TEST(Packages, ReadLinksInSequence) {
  const Sent kLines[] = {
      {"MISPKG {Name CameraPanTilt} {Link 1} {Value 1.5} {Order 0} {Link 2} {Value 0.5} {Order 0}",
       "pan angle -1.5; tilt angle 0.5"},
      {"MISPKG {Name camerapantilt} {Link 2} {Value -0.25}", "tilt angle -0.25"},
      {"MISPKG {Name CameraPanTilt} {Link 1} {Order 1} {Value 9} {Link 2} {Order 2} {Value 3}",
       "pan speed -2; tilt effort 3"},
      {"MISPKG {Name CameraPanTilt} {Link 1} {Value 9}", "pan angle -2"},
      {"MISPKG {Name CameraPanTilt} {Link 0} {Value 1} {Link 3} {Value 1} {Link x} {Value 1}", ""},
      {"MISPKG {Name CameraPanTilt} {Link 1e300} {Value 1} {Link -1e300} {Value 1}", ""},
      {"MISPKG {Name CameraPanTilt} {Value 1} {Link 1}", ""},
      {"MISPKG {Name CameraPanTilt} {Link 1} {Link 2} {Value 1}", "tilt angle 1"},
      {"MISPKG {Name CameraPanTilt} {Rotation 0,0.3,0.2} {Order 0}",
       "pan angle -0.3; tilt angle 0.2"},
      {"MISPKG {Name CameraPanTilt} {Rotation 0 0.3 0.2} {Order 1}",
       "pan speed -0.3; tilt speed 0.2"},
      {"MISPKG {Name CameraPanTilt} {Rotation 0,0.3}", ""},
      {"MISPKG {Name CameraPanTilt} {Gripper 1} {Seq 2}", ""},
      {"MISPKG {Name Arm} {Link 2} {Value 0.2}", "lift angle 0.2"},
      {"MISPKG {Name Nothing} {Link 1} {Value 1}", ""},
      {"MISPKG {Link 1} {Value 1}", ""},
      {"MISPKG", ""},
  };
  for (const auto& [line, commands] : kLines)
    EXPECT_EQ(text_of(parse_mission_package(parse_line(line), robot_with_everything())), commands)
        << line;
}

TEST(Packages, ARobotWithOnePackageNeedsNoName) {
  RobotDescription robot = robot_with_everything();
  robot.packages.resize(1);
  EXPECT_EQ(text_of(parse_mission_package(parse_line("MISPKG {Link 1} {Value 1}"), robot)),
            "pan angle -1");
  robot.packages[0].joints = {test_joint("tilt", -Vec3::UnitY(), -1, 1)};
  EXPECT_EQ(text_of(parse_mission_package(parse_line("MISPKG {Rotation 0,0.3,0.2}"), robot)),
            "tilt angle 0.2")
      << "a camera that only tilts";
}

TEST(Actuators, CountLinksFromZero) {
  const Sent kLines[] = {
      {"ACT {Name Arm} {Link 0} {Value 0.5} {Link 1} {Value 9} {Link 2} {Value 1} {Order 1}",
       "shoulder angle -0.5; lift angle 0.3; wrist speed 1"},
      {"ACT {Name Arm} {Gripper 1} {Sequence 3}", ""},
      {"ACT {Name Arm} {Link 3} {Value 1} {Link -1} {Value 1}", ""},
      {"ACT {Name CameraPanTilt} {Link 0} {Value 1}", "pan angle -1"},
      {"ACT {Name None} {Link 0} {Value 1}", ""},
  };
  for (const auto& [line, commands] : kLines)
    EXPECT_EQ(text_of(parse_actuator(parse_line(line), robot_with_everything())), commands) << line;
}

TEST(Trace, IsReadWithItsDefaults) {
  const Sent kLines[] = {
      {"Trace {On true} {Interval 0.5} {Color Red}", "trace yes 0.5 Red"},
      {"TRACE {On False}", "trace no 0 "},
      {"TRACE {Interval -1} {Color \xff{}", "trace yes 0 _"},
  };
  for (const auto& [line, commands] : kLines)
    EXPECT_EQ(text_of(CommandData{parse_trace(parse_line(line))}), commands) << line;
}

TEST(WireAngle, CountsAboutTheNearestAxisOfTheWire) {
  EXPECT_EQ(wire_angle(test_joint("", Vec3::UnitZ(), 0, 0), 1.0), -1.0);
  EXPECT_EQ(wire_angle(test_joint("", -Vec3::UnitZ(), 0, 0), 1.0), 1.0);
  EXPECT_EQ(wire_angle(test_joint("", Vec3::UnitY(), 0, 0), 1.0), -1.0);
  EXPECT_EQ(wire_angle(test_joint("", -Vec3::UnitY(), 0, 0), 1.0), 1.0);
  EXPECT_EQ(wire_angle(test_joint("", Vec3::UnitX(), 0, 0), 1.0), 1.0);
  EXPECT_EQ(wire_angle(test_joint("", Vec3(0.1, 0.2, 0.9).normalized(), 0, 0), 1.0), -1.0);
  JointDescription lift = test_joint("", Vec3::UnitZ(), 0, 0);
  lift.is_prismatic = true;
  EXPECT_EQ(wire_angle(lift, 1.0), 1.0);
}

}  // namespace
}  // namespace rubble::usarsim
