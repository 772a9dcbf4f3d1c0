// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "rubble/logs/log.h"

namespace rubble::logs {
namespace {

std::unique_ptr<Log> usarsim(const std::string& text) {
  auto log = open_usarsim_log(text, "run.log");
  EXPECT_TRUE(log.ok()) << (log.ok() ? "" : log.error().to_string());
  return log.ok() ? *std::move(log) : nullptr;
}

std::vector<std::pair<double, std::string>> lines_of(const Log& log) {
  std::vector<std::pair<double, std::string>> lines;
  const auto cursor = log.begin();
  while (const auto moment = cursor->next())
    lines.emplace_back(moment->time, std::get<LoggedLine>(moment->what).text);
  return lines;
}

TEST(UsarsimLog, KeepsEveryByteOfALineAndItsTime) {
  const auto lines =
      lines_of(*usarsim("SEN {Time 3104.57} {Type Camera} \r\n"
                        "  STA {Type GroundVehicle} {Time 3104.82}{Battery  1200}\r\n"
                        "SEN {Type INS} {Name INS} {Location 1.00,-0.00,2}\r\n"
                        "SEN {Time 3105.07} {Type Sonar} {Name F1 Range 4.5523}"));
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0].second, "SEN {Time 3104.57} {Type Camera} ");
  EXPECT_EQ(lines[1].second, "STA {Type GroundVehicle} {Time 3104.82}{Battery  1200}");
  EXPECT_DOUBLE_EQ(lines[0].first, 0.0);
  EXPECT_NEAR(lines[1].first, 0.25, 1e-9);
  EXPECT_EQ(lines[2].first, lines[1].first) << "without a time it goes with the one before";
  EXPECT_NEAR(lines[3].first, 0.5, 1e-9);
}

TEST(UsarsimLog, TakesALoggersStampOffTheLine) {
  const auto lines =
      lines_of(*usarsim("12.5 SEN {Type Odometry} {Name O} {Pose 0,0,0}\n"
                        "[13.0] SEN {Type Odometry} {Name O} {Pose 1,0,0}\n"
                        "2009-07-01 12:00:00 junk\n"));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[1].second, "SEN {Type Odometry} {Name O} {Pose 1,0,0}");
  EXPECT_NEAR(lines[1].first, 0.5, 1e-9);
}

TEST(UsarsimLog, TimeNeverRunsBackwardsAndASecondRunFollowsTheFirst) {
  const auto lines =
      lines_of(*usarsim("STA {Time 100.0}\nSTA {Time 101.0}\nSEN {Time 100.9}\n"
                        "STA {Time 102.0}\nSTA {Time 5.0}\nSTA {Time 6.5}\n"));
  const std::vector<double> wanted = {0.0, 1.0, 1.0, 2.0, 2.0, 3.5};
  ASSERT_EQ(lines.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(lines[i].first, wanted[i], 1e-9);
}

TEST(UsarsimLog, LeavesOutWhatTheClientSaidButLearnsTheRobotFromIt) {
  const auto log = usarsim(
      "NFO {Gametype BotDeathMatch} {Level DM-USAR_yellow_250} {TimeLimit 20}\r\n"
      "INIT {ClassName USARBot.P2DX} {Name Robo} {Location 4.5,1.9,1.8}\r\n"
      "DRIVE {Left 1.0} {Right 1.0}\r\nSTA {Type GroundVehicle} {Time 1.00}\r\n");
  EXPECT_EQ(lines_of(*log).size(), 1U);
  EXPECT_EQ(log->arena().level, "DM-USAR_yellow_250");
  EXPECT_EQ(log->arena().time_limit, 20);
  EXPECT_EQ(log->robots()[0].name, "Robo");
  EXPECT_EQ(log->robots()[0].robot_class, "P2DX");
}

TEST(UsarsimLog, KeepsAnswersAsAnswers) {
  const std::string geometry =
      "GEO {Type RangeScanner} {Name lms200} {Location 0.21,-0.00,-0.20}{Mount P3AT}";
  const auto log =
      usarsim(geometry + "\r\nNFO {StartPoses 1} {S1 1,2,3 0,0,0}\r\nSTA {Time 1}\r\n");
  EXPECT_EQ(lines_of(*log).size(), 1U);
  EXPECT_EQ(log->answers(),
            (std::vector<std::string>{geometry, "NFO {StartPoses 1} {S1 1,2,3 0,0,0}"}));
}

TEST(UsarsimLog, DescribesTheSensorsThatSpeak) {
  const auto log = usarsim(
      "STA {Type GroundVehicle} {Time 0.00}\n"
      "SEN {Time 0.00} {Type RangeScanner} {Name S1} {Resolution 0.0174} {FOV 3.1415} {Range "
      "1.0,20.0,3}\n"
      "SEN {Time 1.00} {Type Sonar} {Name F1 Range 4.5523} {Name F2 Range 1.9776}\n"
      "SEN {Time 1.50} {Type Encoder} {Name W1} {Tick 0}\n"
      "MISSTA {Time 1.60} {Name CameraPanTilt} {Link 1} {Value 0} {Link 2} {Value 0}\n"
      "SEN {Time 2.00} {Type RangeScanner} {Name S1} {Resolution 0.0174} {FOV 3.1415} {Range 2}\n");
  const RobotDescription& robot = log->robots()[0];
  const SensorDescription* scanner = robot.find_sensor("S1");
  ASSERT_NE(scanner, nullptr);
  EXPECT_EQ(scanner->kind, SensorKind::RangeScanner);
  EXPECT_DOUBLE_EQ(scanner->resolution, 0.0174);
  EXPECT_DOUBLE_EQ(scanner->field_of_view, 3.1415);
  EXPECT_DOUBLE_EQ(scanner->max_range, 20.0);
  EXPECT_NEAR(scanner->rate, 1.0, 1e-9);
  for (const char* name : {"F1", "F2", "W1"}) EXPECT_NE(robot.find_sensor(name), nullptr) << name;
  ASSERT_EQ(robot.packages.size(), 1U);
  EXPECT_EQ(robot.packages[0].joints.size(), 2U);
  EXPECT_GT(robot.wheel_radius, 0.0);
}

TEST(UsarsimLog, ALogWithoutTimesIsReplayedAtAConstantRate) {
  const auto lines = lines_of(*usarsim("SEN {Type Odometry} {Pose 0,0,0}\nSEN {Type INS}\n"));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_GT(lines[1].first, 0.0);
}

TEST(UsarsimLog, ATimeThatCannotBeIsNone) {
  const auto log = open_usarsim_log(
      "STA {Time 1}\nSTA {Time -1e308}\nSTA {Time 1e308}\nSTA {Time 3}\n", "a.txt");
  ASSERT_TRUE(log.ok());
  EXPECT_DOUBLE_EQ((*log)->duration(), 2.0);
}

TEST(UsarsimLog, NoMessagesIsRejectedWithMessage) {
  const auto log = open_usarsim_log("NFO {Level x}\nDRIVE {Left 1}\n", "run.log");
  ASSERT_FALSE(log.ok());
  EXPECT_NE(log.error().to_string().find("run.log"), std::string::npos);
}

}  // namespace
}  // namespace rubble::logs
