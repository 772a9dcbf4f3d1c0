// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/protocol_session.h"

#include <gtest/gtest.h>

#include "rubble/usarsim/protocol/test_commands.h"
#include "rubble/usarsim/protocol/test_robot.h"

namespace rubble::usarsim {
namespace {

const Arena& shared_arena() {
  static const Arena arena = test_arena();
  return arena;
}

ProtocolSession fresh_session(Dialect dialect = Dialect::Compat) {
  return {shared_arena(), {.dialect = dialect}, "R7"};
}

// A session whose robot is in the world.
ProtocolSession playing_session(Dialect dialect = Dialect::Compat) {
  ProtocolSession session = fresh_session(dialect);
  session.handle_line("INIT {ClassName P2AT} {Name R1}");
  session.on_spawned(robot_with_everything());
  return session;
}

std::string commands_of(ProtocolSession& session, const std::string& line) {
  return text_of(session.handle_line(line).commands);
}

TEST(ProtocolSession, InitBringsARobotIn) {
  const struct {
    std::string line;
    std::string commands;
  } kLines[] = {
      {"INIT {ClassName USARBot.P2AT} {Name Bob} {Location 4.5,1.9,1.8} {Rotation 0,0,1.5}",
       "Bob: spawn P2AT 4.5,-1.9,-1.8 0,0,-1.5 usual"},
      {"INIT {ClassName P2AT} {Name Bob} {Location 4.5 1.9 1.8}",
       "Bob: spawn P2AT 4.5,-1.9,-1.8 0,0,0 usual"},
      {"INIT{Classname USARBotAPI.P2AT}{Start robotstart2}{Location 9,9,9}",
       "R7: spawn P2AT 3,-2,0.1 0,0,1.5 usual"},
      {"INIT {ClassName P2AT} {Name } {Team 2}", "R7: spawn P2AT 0,0,0 0,0,0 usual"},
      {"INIT {ClassName P2AT} {Location 1e99,-1e99,nan} {Rotation 1e300,x}",
       "R7: spawn P2AT 100000,100000,0 " + short_text(Vec3(std::remainder(1e300, 2 * kPi), 0, 0)) +
           " usual"},
      {"INIT {ClassName P2AT} {Start } {Location 9,-9,0}", "R7: spawn P2AT 9,9,0 0,0,0 usual"},
      {"INIT {ClassName P2AT} {Name my robot}", "my_robot: spawn P2AT 0,0,0 0,0,0 usual"},
      {"INIT {ClassName ../../P2AT}", "R7: spawn _P2AT 0,0,0 0,0,0 usual"},
      {"INIT {ClassName P2AT} {Name a\x01\xc3}", "a__: spawn P2AT 0,0,0 0,0,0 usual"},
      {"INIT {Name Bob}", ""},
      {"INIT {ClassName} {Name Bob}", ""},
      {"INIT {ClassName USARBot.}", ""},
      {"INIT", ""},
  };
  for (const auto& [line, commands] : kLines) {
    ProtocolSession session = fresh_session();
    const ParseResult parsed = session.handle_line(line);
    EXPECT_EQ(text_of(parsed.commands), commands) << line;
    EXPECT_EQ(parsed.reply, "") << line;
    EXPECT_FALSE(session.has_robot());
    EXPECT_FALSE(session.is_world_controller());
  }
}

TEST(ProtocolSession, AnUnknownStartIsHandedOnAndTheClientHearsTheStarts) {
  ProtocolSession session = fresh_session();
  const ParseResult parsed =
      session.handle_line("init {CLASSNAME P2AT} {Start Nowhere} {Location 9,9,9}");
  EXPECT_EQ(text_of(parsed.commands), "R7: spawn P2AT 0,0,0 0,0,0 usual at Nowhere");
  EXPECT_EQ(parsed.reply.substr(0, 18), "NFO {StartPoses 2}");
  EXPECT_NE(parsed.warning.find("Nowhere"), std::string::npos);
}

TEST(ProtocolSession, ARejectedSpawnGetsTheStartPosesAndMayBeRetried) {
  ProtocolSession session = fresh_session();
  session.handle_line("INIT {ClassName P2AT} {Location 99,99,0}");
  EXPECT_EQ(session.on_spawn_pose_rejected().substr(0, 18), "NFO {StartPoses 2}");
  EXPECT_NE(commands_of(session, "INIT {ClassName P2AT}"), "");
}

TEST(ProtocolSession, InitCountsOnceUnlessRefused) {
  ProtocolSession session = fresh_session();
  EXPECT_EQ(commands_of(session, "INIT {Name Bob}"), "") << "no class: as if never sent";
  EXPECT_NE(commands_of(session, "INIT {ClassName P2AT}"), "");
  EXPECT_EQ(commands_of(session, "INIT {ClassName P3AT}"), "");
  session.on_spawn_rejected();
  EXPECT_EQ(commands_of(session, "INIT {ClassName P3AT}"), "R7: spawn P3AT 0,0,0 0,0,0 usual");
  session.on_spawned(robot_with_everything());
  EXPECT_TRUE(session.has_robot());
  EXPECT_EQ(commands_of(session, "INIT {ClassName P2AT}"), "");
  EXPECT_EQ(commands_of(session, "INIT {ClassName WorldController}"), "");
  EXPECT_FALSE(session.is_world_controller());
}

TEST(ProtocolSession, LinesSentRightAfterInitWaitForTheRobot) {
  ProtocolSession session = fresh_session();
  session.handle_line("INIT {ClassName P2AT} {Name R1}");
  const ParseResult early = session.handle_line("DRIVE {Left 1} {Right 1}");
  EXPECT_TRUE(early.commands.empty());
  EXPECT_TRUE(early.ends_turn);
  EXPECT_EQ(session.handle_line("GETCONF {Type Sonar}").reply, "");
  EXPECT_NE(session.handle_line("GETSTARTPOSES").reply, "") << "needs no robot";
  const ParseResult late = session.on_spawned(robot_with_everything());
  EXPECT_EQ(text_of(late.commands), "R1: sides 1 1");
  EXPECT_EQ(late.reply.substr(0, 5), "CONF ");
  EXPECT_EQ(commands_of(session, "DRIVE {Left 2}"), "R1: sides 2 1");
}

TEST(ProtocolSession, LinesThatWaitAreFewAndForgottenWhenRefused) {
  ProtocolSession session = fresh_session();
  session.handle_line("INIT {ClassName P2AT}");
  for (int i = 0; i < 10000; ++i) session.handle_line("DRIVE {Light true}");
  session.handle_line("DRIVE {Left 1}" + std::string(100000, ' '));
  EXPECT_EQ(session.on_spawned(robot_with_everything()).commands.size(), 64U);

  ProtocolSession other = fresh_session();
  other.handle_line("INIT {ClassName P2AT}");
  other.handle_line("DRIVE {Light true}");
  other.on_spawn_rejected();
  EXPECT_EQ(commands_of(other, "DRIVE {Light true}"), "") << "nobody to tell";
  other.handle_line("INIT {ClassName P2AT}");
  EXPECT_TRUE(other.on_spawned(robot_with_everything()).commands.empty());
}

TEST(ProtocolSession, PassesEveryOrderOnUnderTheRobotsName) {
  ProtocolSession session = playing_session();
  const struct {
    std::string line;
    std::string commands;
  } kLines[] = {
      {"DRIVE {Left 1} {Right 2} {Light true}", "R1: sides 1 2; R1: light on"},
      {"MULTIDRIVE {FRFlipper 1}", "R1: FRFlipper angle 1"},
      {"MISPKG {Name CameraPanTilt} {Link 1} {Value 1}", "R1: pan angle -1"},
      {"ACT {Name CameraPanTilt} {Link 0} {Value 1}", "R1: pan angle -1"},
      {"SET {Type Odometry} {Opcode RESET}", "R1: reset Odometry"},
      {"Trace {On true} {Color Red}", "R1: trace yes 0 Red"},
      {"PAUSE {Time 3}", ""},
      {"GETCLOSESTPATHNODE {Location 1,2,3}", ""},
      {"MOVE {Location 1,2,3}", ""},
      {"GOTO {Location 1,2,3}", ""},
      {"TEST", ""},
      {"CONTROL {Type KillAll}", ""},
      {"CONTROL {Type Create} {ClassName Box}", ""},
      {"FLY {Left 1}", ""},
      {"DRIVE{", ""},
      {"}{", ""},
      {"\xff\xfe\x01", ""},
      {std::string("DRIVE\0 {Left 3}\0", 16), "R1: sides 3 2"},
      {std::string(1000, '{'), ""},
      {std::string(1000, '}'), ""},
  };
  for (const auto& [line, commands] : kLines)
    EXPECT_EQ(commands_of(session, line), commands) << line;
}

TEST(ProtocolSession, BeforeInitOnlyQuestionsAboutTheWorldAreAnswered) {
  ProtocolSession session = fresh_session();
  for (const char* line : {"DRIVE {Left 1} {Right 1}", "SET {Type Odometry} {Opcode RESET}",
                           "GETCONF {Type Robot}", "GETGEO {Type Robot}", "CONTROL {Type KillAll}",
                           "CONTROL {Type GetSTA}", "MISPKG {Link 1} {Value 1}"}) {
    const ParseResult parsed = session.handle_line(line);
    EXPECT_TRUE(parsed.commands.empty()) << line;
    EXPECT_EQ(parsed.reply, "") << line;
    EXPECT_FALSE(parsed.question) << line;
  }
  EXPECT_EQ(session.handle_line("GETSTARTPOSES").reply.substr(0, 18), "NFO {StartPoses 2}");
  EXPECT_EQ(session.handle_line("getpathnodes").reply, "NFO {PathNodes 0}\r\n");
  EXPECT_EQ(session.greeting_lines().substr(0, 4), "NFO ");
}

TEST(ProtocolSession, QueriesDoNotEndTheTurn) {
  ProtocolSession session = playing_session();
  for (const char* line : {"DRIVE {Left 1}", "INIT {ClassName P2AT}", "SET {Type Camera}",
                           "WHATEVER", "PAUSE {Time 1}"})
    EXPECT_TRUE(session.handle_line(line).ends_turn) << line;
  for (const char* line : {"GETCONF {Type Robot}", "GETGEO {Type Robot}", "GETSTARTPOSES",
                           "GETPATHNODES", "", "   ", "{Left 1}", "{}"})
    EXPECT_FALSE(session.handle_line(line).ends_turn) << line;
}

TEST(ProtocolSession, AnswersQuestionsAboutItsRobot) {
  ProtocolSession session = playing_session();
  EXPECT_EQ(session.handle_line("GETCONF {Type Sonar}").reply.substr(0, 17), "CONF {Type Sonar}");
  EXPECT_EQ(session.handle_line("getgeo {type Sonar} {name F1}").reply.substr(0, 16),
            "GEO {Type Sonar}");
}

TEST(ProtocolSession, ClassicClientsHearWhatBecameOfASetting) {
  ProtocolSession session = playing_session();
  session.status_text(RobotStatus{.tick = 240, .robot = "R1", .battery = 100.0});
  EXPECT_EQ(session.handle_line("SET {Type Odometry} {Opcode RESET}").reply,
            "RES {Time 1.00} {Type Odometry} {Name Odometry} {Status OK}\r\n");
  EXPECT_EQ(session.handle_line("SET {Type Odometry} {Name Other} {Opcode RESET}").reply,
            "RES {Time 1.00} {Type Odometry} {Name Other} {Status Failed}\r\n");
  EXPECT_EQ(session.handle_line("SET {Type Camera} {Opcode Zoom} {Params 0.5}").reply,
            "RES {Time 1.00} {Type Camera} {Name Camera} {Status 0.5000}\r\n");
  ProtocolSession later = playing_session(Dialect::Udk);
  EXPECT_EQ(later.handle_line("SET {Type Odometry} {Opcode RESET}").reply, "");
}

TEST(ProtocolSession, TellsOfTagsOnceItIsDone) {
  ProtocolSession session = playing_session();
  const auto heard = [&](const CommandData& order, bool is_done, const char* text) {
    return session.on_command_result({"R1", order}, {is_done, text}, 480);
  };
  const std::string reader = "RES {Time 2.00} {Type RFID} {Name RFID} {Status ";
  EXPECT_EQ(heard(ReadTag{1001}, true, "some text"), reader + "OK} {ID 1001} {Mem some text}\r\n");
  EXPECT_EQ(heard(ReadTag{1001}, true, "a}\r\n{b"), reader + "OK} {ID 1001} {Mem a____b}\r\n");
  EXPECT_EQ(heard(ReadTag{1001}, false, "too far"), reader + "Failed}\r\n");
  EXPECT_EQ(heard(WriteTag{1, "x"}, true, ""), reader + "OK}\r\n");
  EXPECT_EQ(heard(WriteTag{1, "x"}, false, ""), reader + "Failed}\r\n");
  EXPECT_EQ(heard(DropTag{}, true, "17"),
            "RES {Time 2.00} {Type RFIDReleaser} {Name Gun} {Status OK}\r\n");
  EXPECT_EQ(heard(DropRelay{}, true, "R1_relay1"),
            "RES {Time 2.00} {Type RelayReleaser} {Name R1_relay1} {Status OK}\r\n");
  EXPECT_EQ(heard(DropRelay{}, false, "it has none left"),
            "RES {Time 2.00} {Type RelayReleaser} {Name Relays} {Status Failed}\r\n");
  EXPECT_EQ(heard(DriveSides{}, false, "refused"), "");
  ProtocolSession later = playing_session(Dialect::Udk);
  EXPECT_EQ(later.on_command_result({"R1", ReadTag{1}}, {true, "x"}, 1), "");
}

TEST(ProtocolSession, ARobotWithAnEmptyBatteryIgnoresCommands) {
  ProtocolSession session = playing_session();
  session.status_text(RobotStatus{.robot = "R1", .battery = 0.5});
  EXPECT_NE(commands_of(session, "DRIVE {Left 1}"), "");
  session.status_text(RobotStatus{.robot = "R1", .battery = 0.0});
  EXPECT_EQ(commands_of(session, "DRIVE {Left 1}"), "");
  EXPECT_EQ(session.handle_line("SET {Type Odometry} {Opcode RESET}").reply, "");
  EXPECT_NE(session.handle_line("GETCONF {Type Robot}").reply, "");

  ProtocolSession endless = fresh_session();
  endless.handle_line("INIT {ClassName P2AT}");
  RobotDescription robot = robot_with_everything();
  robot.battery = 0.0;
  endless.on_spawned(robot);
  endless.status_text(RobotStatus{.robot = "R1", .battery = 0.0});
  EXPECT_NE(commands_of(endless, "DRIVE {Left 1}"), "") << "has no battery that could be empty";
}

TEST(ProtocolSession, ARemovedRobotIgnoresCommands) {
  ProtocolSession session = playing_session();
  EXPECT_EQ(session.on_robot_removed("R2", "fall").substr(0, 4), "DIE ");
  EXPECT_EQ(commands_of(session, "DRIVE {Left 1}"), "");
  EXPECT_EQ(session.handle_line("SET {Type Odometry} {Opcode RESET}").reply, "");
  EXPECT_EQ(commands_of(session, "INIT {ClassName P2AT}"), "");
}

TEST(ProtocolSession, AWorldControllerMakesAndMovesThings) {
  for (const char* init : {"INIT {ClassName USARBotAPI.WorldController} {Name WC}",
                           "INIT {ClassName worldcontroller}"}) {
    ProtocolSession session = fresh_session();
    EXPECT_EQ(commands_of(session, init), "");
    EXPECT_TRUE(session.is_world_controller());
    EXPECT_EQ(commands_of(session, "CONTROL {Type Create} {ClassName Box}"),
              "R7_thing1: create box 0,0,0 0,0,0 1,1,1 rigid");
    EXPECT_EQ(commands_of(session, "CONTROL {Type Create} {ClassName Box} {Name b}"),
              "b: create box 0,0,0 0,0,0 1,1,1 rigid");
    EXPECT_EQ(commands_of(session, "CONTROL {Type Create} {ClassName Box}"),
              "R7_thing2: create box 0,0,0 0,0,0 1,1,1 rigid");
    const ParseResult asked = session.handle_line("CONTROL {Type GetSTA} {Name b}");
    ASSERT_TRUE(asked.question);
    EXPECT_EQ(asked.question->name, "b");
    EXPECT_FALSE(asked.ends_turn);
    EXPECT_EQ(commands_of(session, "DRIVE {Left 1}"), "");
    EXPECT_EQ(commands_of(session, "INIT {ClassName P2AT}"), "");
    EXPECT_EQ(session.handle_line("GETCONF {Type Robot}").reply, "");
  }
}

TEST(ProtocolSession, WithoutARobotThereIsNothingToTell) {
  ProtocolSession session = fresh_session();
  const Reading reading{.tick = 1, .robot = "R1", .sensor = "Time", .data = TimeReading{1.0}};
  EXPECT_EQ(session.sensor_text(std::span(&reading, 1)), "");
  EXPECT_EQ(session.status_text(RobotStatus{}), "");
  ProtocolSession playing = playing_session();
  EXPECT_NE(playing.sensor_text(std::span(&reading, 1)), "");
  EXPECT_EQ(playing.sensor_text(std::span<const Reading>{}), "");
  EXPECT_EQ(playing.status_text(RobotStatus{.robot = "R1"}).substr(0, 3), "STA");
  EXPECT_EQ(playing.on_robot_removed("nobody", "fall").substr(0, 3), "DIE");
}

// --- what whoever writes a client should see ---

TEST(ProtocolSession, OnlyTheFirstUnknownCommandIsLogged) {
  ProtocolSession unknown = playing_session();
  EXPECT_NE(unknown.handle_line("FOO {Bar 1}").warning.find("'FOO' is not a command"),
            std::string::npos);
  EXPECT_EQ(unknown.handle_line("BAR").warning, "");
  ProtocolSession early = fresh_session();
  EXPECT_EQ(early.handle_line("GETSTARTPOSES").warning, "");
  EXPECT_NE(early.handle_line("DRIVE {Left 1}").warning.find("send INIT first"), std::string::npos);
  EXPECT_EQ(early.handle_line("DRIVE {Left 1}").warning, "");
  EXPECT_EQ(early.handle_line("FOO").warning, "");
  ProtocolSession fine = playing_session();
  for (const char* line : {"DRIVE {Left 1}", "getconf {Type Sonar}", "PAUSE {Time 1}", "MOVE", ""})
    EXPECT_EQ(fine.handle_line(line).warning, "") << line;
}

// What is held back for the robot is looked at when it comes.
TEST(ProtocolSession, AnUnknownCommandBetweenInitAndSpawnIsLogged) {
  ProtocolSession session = fresh_session();
  session.handle_line("INIT {ClassName P2AT}");
  EXPECT_NE(session.handle_line("FOO").warning, "");
}

TEST(ProtocolSession, AnUnknownStartIsLoggedWithTheKnownOnes) {
  ProtocolSession session = fresh_session();
  const std::string warning = session.handle_line("INIT {ClassName P2AT} {Start Nowhere}").warning;
  for (const NamedPose& start : shared_arena().starts)
    EXPECT_NE(warning.find(start.name), std::string::npos) << warning;
}

// --- names and numbers of the dialects ---

TEST(ProtocolSession, UdkClientsKnowTheirNames) {
  ProtocolSession session = playing_session(Dialect::Udk);
  const std::string truth = session.handle_line("GETCONF {Type GroundTruth}").reply;
  EXPECT_NE(truth.find("{Name GndTruth}"), std::string::npos) << truth;
  EXPECT_EQ(session.handle_line("GETCONF {Type GroundTruth} {Name GndTruth}").reply, truth);
  EXPECT_EQ(session.handle_line("GETCONF {Type GroundTruth} {Name GroundTruth}").reply, truth);
  EXPECT_NE(session.handle_line("GETSTARTPOSES").reply.find("Vehicle"), std::string::npos);
}

TEST(ProtocolSession, ClassicTellsATagWhenItIsRead) {
  ProtocolSession session = playing_session(Dialect::Classic);
  std::string reader;
  for (const SensorDescription& sensor : session.robot()->sensors)
    if (sensor.kind == SensorKind::Rfid) reader = sensor.name;
  const auto lines = [&](std::vector<int> ids) {
    RfidReading reading;
    for (const int id : ids) reading.tags.push_back({id, "", Vec3::Zero()});
    const std::vector<Reading> readings = {{240, "R1", reader, reading}};
    return session.sensor_text(readings);
  };
  EXPECT_NE(lines({1001, 1010}).find("{ID 1001} {ID 1010}"), std::string::npos);
  EXPECT_EQ(lines({1001, 1010}), "");
  EXPECT_EQ(lines({1010}), "");
  EXPECT_NE(lines({1001, 1010}), "");  // it came back
  EXPECT_EQ(lines({}), "");
  EXPECT_NE(lines({1010}), "");
}

TEST(ProtocolSession, OnlyUdkWritesTheMinusOfZero) {
  for (const Dialect dialect : {Dialect::Compat, Dialect::Classic, Dialect::Udk}) {
    ProtocolSession session = playing_session(dialect);
    std::string odometer;
    for (const SensorDescription& sensor : session.robot()->sensors)
      if (sensor.kind == SensorKind::Odometry) odometer = sensor.name;
    const std::vector<Reading> readings = {
        {240, "R1", odometer, OdometryReading{-0.00002, 0.00002, 0.5}}};
    const std::string line = session.sensor_text(readings);
    const bool has_minus = line.find("-0.0000") != std::string::npos;
    EXPECT_EQ(has_minus, dialect == Dialect::Udk) << line;
    EXPECT_NE(line.find(",-0.5000}"), std::string::npos) << line;
  }
}

}  // namespace
}  // namespace rubble::usarsim
