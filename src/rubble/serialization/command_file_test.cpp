// SPDX-License-Identifier: Apache-2.0
#include "rubble/serialization/command_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>
#include <set>

#include "rubble/serialization/message_json.h"

namespace rubble {
namespace {

std::string reason(std::string_view line) {
  const auto command = parse_command_line(line, {"orders.jsonl", 3});
  return command ? "" : command.error().to_string();
}

TEST(CommandFile, EveryOrderReadsBackToTheSameBits) {
  const Pose pose = make_pose(0.1, -2.0 / 3.0, 1e-17, 0.3, -0.2, 2.9);
  const std::vector<CommandData> orders{
      DriveSides{0.1, -1.0 / 3.0},
      DriveSteered{1e-7, 0.25, -0.5},
      DriveFlight{1, 2, -0.0, 0.1},
      MoveJoint{"FRFlipper", JointControlMode::Speed, 0.7},
      MoveJoint{"Arm", JointControlMode::Effort, -1.0 / 7.0},
      SwitchLight{true},
      TurnUpright{},
      DriveWheel{3, 0.1, -0.2},
      DrawTrace{true, 0.25, "red"},
      ResetSensor{"Odometry"},
      SetSensorPose{"INS", pose},
      ScanNow{"Scanner1"},
      SetFieldOfView{"Camera", 0.7},
      WriteTag{7, "a\"b\\c\n\xff\xee\xbe\x80 d\xc3\xa9"},
      ReadTag{-7},
      DropTag{},
      DropRelay{},
      SpawnRobot{"P3AT", pose, {"usual", "urg04lx"}},
      LeaveWorld{},
      CreateObject{"box", pose, Vec3(1, 2, 0.1), ObjectPhysics::None, true, "wood"},
      MoveObject{Vec3(1, 2, 3), std::nullopt, true},
      MoveObject{std::nullopt, RollPitchYaw{0.1, 0.2, 0.3}, false},
      SpinObject{Vec3(0, 0, 0.1)},
      AddWaypoints{{Vec3(1, 2, 3), Vec3(0.1, 0.2, 0.3)}},
      ClearWaypoints{},
      FollowWaypoints{0.3, std::nullopt, true, false, std::nullopt},
      RunConveyor{-0.3},
      RemoveObjects{},
      RemoveObjects{Bounds{Vec3(-1, -1, -1), Vec3(1, 1, 1.0 / 3.0)}},
      PlaceSmoke{Vec3(1, 0.1, 1.0 / 3.0), 0.7, 0.02},
      SwitchSensorsOn{{"Scanner1", "lms200"}}};
  std::set<std::size_t> kinds;
  for (const CommandData& order : orders) kinds.insert(order.index());
  EXPECT_EQ(kinds.size(), std::variant_size_v<CommandData>) << "every kind of order is tried";
  for (const CommandData& order : orders) {
    const TimedCommand command{12345, {"R1 \"quoted\"", order}};
    const std::string line = command_line(command);
    const auto back = parse_command_line(line, {});
    ASSERT_TRUE(back.ok()) << line;
    EXPECT_EQ(command_line(*back), line);
    EXPECT_EQ(back->command.data.index(), order.index());
    EXPECT_EQ(back->tick, 12345);
    EXPECT_EQ(back->command.robot, command.command.robot);
    EXPECT_EQ(command_line(command_from_json(line).value()), line) << "as recordings read it";
  }
}

TEST(CommandFile, NamesAndMemoriesComeBackToTheByte) {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
  bytes += "\xee\xbe\x80 \xf0\x9f\xa4\x96 \xed\xa0\x80";
  const auto back = parse_command_line(command_line({1, {bytes, WriteTag{1, bytes}}}), {}).value();
  EXPECT_EQ(back.command.robot, bytes);
  EXPECT_EQ(std::get<WriteTag>(back.command.data).memory, bytes);
}

TEST(CommandFile, SpawnPosesKeepTheirBitsAndMayBeGivenAsAngles) {
  const Pose pose = make_pose(0.1, 0.2, 0.3, 0.01, 0.02, 3.0);
  const auto back = parse_command_line(command_line({0, {"R1", SpawnRobot{"P3AT", pose, {}}}}), {});
  EXPECT_TRUE(std::get<SpawnRobot>(back.value().command.data).world_from_model == pose);
  const auto angles = parse_command_line(
      R"({"t":0,"robot":"R1","spawn":{"class":"P3AT","pose":{"position":[0.1,0.2,0.3],)"
      R"("roll_pitch_yaw":[0.01,0.02,3]}}})",
      {});
  EXPECT_TRUE(std::get<SpawnRobot>(angles.value().command.data).world_from_model == pose);
}

TEST(CommandFile, RecordingsKeepEvenNumbersThatAreNone) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const std::string line = to_json(TimedCommand{0, {"R1", DriveSides{nan, -infinity}}});
  const auto sides = std::get<DriveSides>(command_from_json(line).value().command.data);
  EXPECT_TRUE(std::isnan(sides.left));
  EXPECT_EQ(sides.right, -infinity);
  EXPECT_FALSE(parse_command_line(line, {}).ok()) << "but a file of commands wants finite ones";
}

TEST(CommandFile, SaysWhatIsWrongAndWhere) {
  EXPECT_NE(reason("{").find("orders.jsonl:3: expected one JSON object"), std::string::npos);
  EXPECT_NE(reason(R"({"t":0})").find("expected \"robot\""), std::string::npos);
  EXPECT_NE(reason(R"({"t":-1,"robot":"R1","light":true})").find("\"t\" wants"), std::string::npos);
  EXPECT_NE(reason(R"({"t":0,"robot":"R1"})").find("expected one of drive"), std::string::npos);
  EXPECT_NE(reason(R"({"t":0,"robot":"R1","drive":{"lefft":1}})").find("did you mean \"left\"?"),
            std::string::npos);
  EXPECT_NE(reason(R"({"t":0,"robot":"R1","drive":{"left":1e999}})"), "");
  EXPECT_NE(reason(R"({"t":0,"robot":"R1","drvie":{}})").find("did you mean \"drive\"?"),
            std::string::npos);
  EXPECT_NE(reason(R"({"t":0,"robot":"R1","spawn":{"pose":{"position":[1,2]}}})")
                .find("\"spawn\".pose wants three numbers in brackets"),
            std::string::npos);
  EXPECT_NE(reason(R"({"t":0,"robot":"R1","create":{"physics":"soft"}})").find("one of none rigid"),
            std::string::npos);
  EXPECT_NE(reason(R"({"t":0,"robot":"R1","drive":{},"light":true})").find("one order a line"),
            std::string::npos);
  EXPECT_NE(reason(R"({"t":0,"robot":"R1","joint":{"name":"a"}})").find("exactly one"),
            std::string::npos);
  EXPECT_NE(reason(R"({"t":0,"robot":"R1","joint":{"name":"a","angle":1,"speed":1}})")
                .find("exactly one"),
            std::string::npos);
  EXPECT_NE(reason(R"({"t":0,"tick":0,"robot":"R1","light":true})").find("not both"),
            std::string::npos);
}

TEST(CommandFile, WantsTimesInOrderAndSkipsBlankLinesAndRemarks) {
  const std::string path = testing::TempDir() + "/orders.jsonl";
  std::ofstream(path) << "# a remark\n\n"
                      << R"({"t":1,"robot":"R1","light":true})" << '\n'
                      << R"({"t":0.5,"robot":"R1","light":false})" << '\n';
  const auto commands = read_command_file(path);
  ASSERT_FALSE(commands.ok());
  EXPECT_EQ(commands.error().at.line, 4);
  std::ofstream(path) << "# a remark\n\n"
                      << R"({"t":1,"robot":"R1","light":true})" << '\n';
  EXPECT_EQ(read_command_file(path).value().size(), 1U);
  std::remove(path.c_str());
  EXPECT_FALSE(read_command_file(path).ok());
  EXPECT_FALSE(read_command_file(testing::TempDir()).ok()) << "a folder is no file of commands";
  EXPECT_FALSE(read_command_file("/dev/zero").ok()) << "nor is a device";
}

}  // namespace
}  // namespace rubble
