// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "rubble/usarsim/protocol/command_parsers.h"
#include "rubble/usarsim/protocol/test_commands.h"
#include "rubble/usarsim/protocol/test_robot.h"

namespace rubble::usarsim {
namespace {

struct Setting {
  std::string line;
  std::string commands;
  std::string told;  // "Type Name Status; ..."
};

std::string told(const SetResult& result) {
  std::string all;
  for (const SetResult::Part& part : result.parts)
    all += (all.empty() ? "" : "; ") + result.type + " " + part.name + " " + part.status;
  return all;
}

void expect_settings(const std::vector<Setting>& settings) {
  for (const Setting& setting : settings) {
    const SetResult result = parse_set(parse_line(setting.line), robot_with_everything());
    EXPECT_EQ(text_of(result.commands), setting.commands) << setting.line;
    EXPECT_EQ(told(result), setting.told) << setting.line;
  }
}

TEST(SetSensor, KnowsEveryOpcode) {
  expect_settings({
      {"SET {Type Odometry} {Name Odometry} {Opcode RESET} {Params 0}", "reset Odometry",
       "Odometry Odometry OK"},
      {"set{type odometry}{name ODOMETRY}{opcode reset}", "reset Odometry", "Odometry Odometry OK"},
      {"SET {Type Encoder} {Name Encoders} {Opcode RESET}", "reset Encoders",
       "Encoder Encoders OK"},
      {"SET {Type Encoder} {Name ECLeft} {Opcode RESET}", "reset Encoders", "Encoder Encoders OK"},
      {"SET {Type RangeScanner} {Name Scanner2} {Opcode SCAN}", "scan Scanner2",
       "RangeScanner Scanner2 OK"},
      {"SET {Type RangeScanner} {Opcode Scan}", "scan Scanner1; scan Scanner2",
       "RangeScanner Scanner1 OK; RangeScanner Scanner2 OK"},
      {"SET {Type IRScanner} {Opcode SCAN}", "scan IR1", "IRScanner IR1 OK"},
      {"SET {Type Acoustic} {Name Sound} {Opcode SCAN}", "scan Sound", "Acoustic Sound OK"},
      {"SET {Type RangeImager} {Name Kinect} {Opcode SCAN}", "scan Kinect",
       "RangeImager Kinect OK"},
      {"SET {Type INS} {Name INS} {Opcode POSE} {Params 1,2,3,0.1,0.2,0.3}",
       "pose INS 1,-2,-3 0.1,-0.2,-0.3", "INS INS OK"},
      {"SET {Type INS} {Opcode Pose} {Params 1 2 3}", "pose INS 1,-2,-3 0,0,0", "INS INS OK"},
      {"SET {Type INU} {Opcode POSE} {Params 1e9,2,3,0,0,0}", "pose INS 100000,-2,-3 0,0,0",
       "INU INS OK"},
      {"SET {Type INS} {Opcode POSE} {1,2,3,0,0,0}", "pose INS 1,-2,-3 0,0,0", "INS INS OK"},
  });
}

TEST(SetSensor, ZoomsWithinWhatACameraCan) {
  expect_settings({
      {"SET {Type Camera} {Name Camera} {Opcode Zoom} {Params 0.5}", "view Camera 0.5",
       "Camera Camera 0.5000"},
      {"SET {Type Camera} {Opcode FOV} {Params 9}", "view Camera 2.0944", "Camera Camera 2.0944"},
      {"SET {Type Camera} {Opcode Zoom} {Params -1}", "view Camera 0.3491", "Camera Camera 0.3491"},
      {"SET {Type Camera} {Opcode Zoom} {Params 0}", "view Camera 0", "Camera Camera 1.3963"},
      {"SET {Type Camera} {Name Camera} {Opcode Zoom} {0.5}", "view Camera 0.5",
       "Camera Camera 0.5000"},
      {"SET {Type Camera} {Opcode Zoom} {Params} {0.5}", "view Camera 0.5", "Camera Camera 0.5000"},
      {"SET {Type Camera} {Name Camera} {FOV 1.0}", "view Camera 1", "Camera Camera 1.0000"},
      {"SET {Type Camera} {Opcode Zoom} {Params much}", "", "Camera Camera Failed"},
      {"SET {Type Camera} {Opcode Zoom}", "", "Camera Camera Failed"},
  });
  RobotDescription robot = robot_with_everything();
  for (SensorDescription& sensor : robot.sensors) sensor.max_field_of_view = 0.0;
  EXPECT_EQ(told(parse_set(parse_line("SET {Type Camera} {Opcode Zoom} {Params 0.5}"), robot)),
            "Camera Camera 1.3963")
      << "one that cannot zoom";
}

TEST(SetSensor, TagsAreToldOfOnlyWhenItIsDone) {
  expect_settings({
      {"SET {Type RFID} {Name RFID} {Opcode Read} {Params 1001}", "read 1001", ""},
      {"SET {Type RFID} {Opcode Write} {Params 1001 some text}", "write 1001 'some text'", ""},
      {"SET {Type RFID} {Opcode Write} {Params 7,a}", "write 7 'a'", ""},
      {"SET {Type RFID} {Opcode Write} {Params 7}", "write 7 ''", ""},
      {"SET {Type RFID} {Opcode Write} {Params 7 \xff\x01}", "write 7 '__'", ""},
      {"SET {Type RFIDReleaser} {Name Gun} {Opcode Release}", "drop", ""},
      {"SET {Type RFID} {Opcode Read} {Params x}", "", "RFID RFID Failed"},
      {"SET {Type RFID} {Opcode Read} {Params 1e12}", "", "RFID RFID Failed"},
      {"SET {Type RFID} {Name Other} {Opcode Read} {Params 1}", "", "RFID Other Failed"},
      {"SET {Type RFIDReleaser} {Name Gun} {Opcode TagsRemaining}", "", "RFIDReleaser Gun Failed"},
  });
}

TEST(SetSensor, InvalidSetCommandsFailWithoutEffect) {
  expect_settings({
      {"SET {Type Odometry} {Name Other} {Opcode RESET}", "", "Odometry Other Failed"},
      {"SET {Type Odometry} {Opcode SCAN}", "", "Odometry  Failed"},
      {"SET {Type Odometry}", "", "Odometry  Failed"},
      {"SET {Type Teleporter} {Name T} {Opcode Go}", "", "Teleporter T Failed"},
      {"SET {Type Gripper} {Name G} {Opcode Grip}", "", "Gripper G Failed"},
      {"SET {Type ToolChanger} {Name T} {Opcode Open}", "", "ToolChanger T Failed"},
      {"SET {Type INS} {Opcode POSE} {Params 1,2}", "", "INS INS Failed"},
      {"SET {Type INS} {Opcode POSE}", "", "INS INS Failed"},
      {"SET {Type \x01\xff} {Opcode RESET}", "", "__  Failed"},
      {"SET", "", ""},
      {"SET {Name Camera} {Opcode Zoom}", "", ""},
      {"SET {Type} {Opcode RESET}", "", ""},
  });
}

TEST(SetSensor, ViewportsAreAcceptedInSilence) {
  expect_settings({
      {"SET {Type Camera} {Robot R1} {Name Camera} {Client 10.0.0.1}", "", ""},
      {"SET {Type Viewports} {Config QuadView} {Viewport1 Camera} {Viewport2 Disabled}", "", ""},
      {"SET {Type Viewports}", "", ""},
  });
}

TEST(SetJoint, TurnsOneOrAll) {
  expect_settings({
      {"SET {Type Joint} {Name FRFlipper} {Opcode Angle} {Params 0.5}", "FRFlipper angle 0.5",
       "Joint FRFlipper OK"},
      {"SET {Type joint} {Name pan} {Opcode TARGET} {Params 0.5}", "pan angle -0.5",
       "Joint pan OK"},
      {"SET {Type Joint} {Name pan} {Opcode Angle} {0.5}", "pan angle -0.5", "Joint pan OK"},
      {"SET {Type Joint} {Name pan} {Opcode Stiffness} {Params 0.5}", "", "Joint pan OK"},
      {"SET {Type Joint} {Name AllJoints} {Opcode Angle} {Params 0.1}",
       "FRFlipper angle 0.1; FLFlipper angle 0.1; RRFlipper angle 0.1; RLFlipper angle 0.1; "
       "pan angle -0.1; tilt angle 0.1; shoulder angle -0.1; lift angle 0.1; wrist angle 0.1",
       "Joint AllJoints OK"},
      {"SET {Type Joint} {Name AllAngles} {Opcode Angle} {Params 0.1,0.2,0.3}",
       "FRFlipper angle 0.1; FLFlipper angle 0.2; RRFlipper angle 0.3", "Joint AllAngles OK"},
      {"SET {Type Joint} {Name Nobody} {Opcode Angle} {Params 1}", "", "Joint Nobody Failed"},
      {"SET {Type Joint} {Name pan} {Opcode Dance} {Params 1}", "", "Joint pan Failed"},
      {"SET {Type Joint} {Name pan} {Opcode Angle}", "", "Joint pan Failed"},
      {"SET {Type Joint}", "", "Joint  Failed"},
  });
  EXPECT_EQ(told(parse_set(parse_line("SET {Type Joint} {Name AllJoints} {Opcode Angle} {1}"),
                           RobotDescription{})),
            "Joint AllJoints Failed");
}

}  // namespace
}  // namespace rubble::usarsim
