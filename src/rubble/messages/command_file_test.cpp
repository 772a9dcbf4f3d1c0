// SPDX-License-Identifier: Apache-2.0
#include "rubble/messages/command_file.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

namespace rubble {
namespace {

std::string reason(std::string_view line) {
  const auto command = parse_command_line(line, {"orders.jsonl", 3});
  return command ? "" : command.error().to_string();
}

TEST(CommandFile, EveryOrderReadsBackToTheSameBits) {
  const Order orders[] = {
      DriveSides{0.1, -1.0 / 3.0}, DriveSteered{1e-7, 0.25, -0.5},
      DriveFlight{1, 2, 3, 0.1},   MoveJoint{"FRFlipper", JointOrder::Speed, 0.7},
      SwitchLight{true},           TurnUpright{}};
  for (const Order& order : orders) {
    const TimedCommand command{12345, {"R1 \"quoted\"", order}};
    const std::string line = command_line(command);
    const auto back = parse_command_line(line, {});
    ASSERT_TRUE(back.ok()) << line;
    EXPECT_EQ(command_line(*back), line);
    EXPECT_EQ(back->tick, 12345);
  }
}

TEST(CommandFile, SaysWhatIsWrongAndWhere) {
  EXPECT_NE(reason("{").find("orders.jsonl:3: expected one JSON object"), std::string::npos);
  EXPECT_NE(reason(R"({"t":0})").find("expected \"robot\""), std::string::npos);
  EXPECT_NE(reason(R"({"t":-1,"robot":"R1","light":true})").find("\"t\" wants"), std::string::npos);
  EXPECT_NE(reason(R"({"t":0,"robot":"R1"})").find("expected one of drive"), std::string::npos);
  EXPECT_NE(reason(R"({"t":0,"robot":"R1","drive":{"lefft":1}})").find("did you mean \"left\"?"),
            std::string::npos);
  EXPECT_NE(reason(R"({"t":0,"robot":"R1","drive":{"left":1e999}})"), "");
  EXPECT_NE(reason(R"({"t":0,"robot":"R1","drive":{},"light":true})").find("one order a line"),
            std::string::npos);
  EXPECT_NE(reason(R"({"t":0,"robot":"R1","joint":{"name":"a"}})").find("exactly one"),
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
