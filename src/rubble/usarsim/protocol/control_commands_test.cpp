// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "rubble/usarsim/protocol/com_lines.h"
#include "rubble/usarsim/protocol/command_parsers.h"
#include "rubble/usarsim/protocol/test_commands.h"

namespace rubble::usarsim {
namespace {

// "name: order", or "? name" for a question.
std::string controlled(const std::string& line) {
  const ControlResult result = parse_control(parse_line(line), "new");
  if (result.question) return "? " + *result.question;
  return result.command ? text_of(std::vector<Command>{*result.command}) : "";
}

TEST(Control, ReadsEveryType) {
  const struct {
    std::string line;
    std::string command;
  } kLines[] = {
      {"CONTROL {Type Create} {ClassName USARPhysObj.Box} {Name b} {Location 1,2,-1} {Rotation "
       "0,0,1} {Scale 0.5} {Physics RigidBody} {Permanent True} {Material wood}",
       "b: create box 1,-2,1 0,0,-1 0.5,0.5,0.5 rigid permanent of wood"},
      {"CONTROL {Type create} {ClassName Sphere}", "new: create sphere 0,0,0 0,0,0 1,1,1 rigid"},
      {"CONTROL {Type Create} {ClassName cylinder} {Scale 1,2,3} {Physics None}",
       "new: create cylinder 0,0,0 0,0,0 1,2,3 fixed"},
      {"CONTROL {Type Create} {ClassName Chair} {Physics Falling} {Permanent 0}",
       "new: create Chair 0,0,0 0,0,0 1,1,1 rigid"},
      {"CONTROL {Type Create} {ClassName Box} {Scale 0,-2,1e9} {Location 1e9,nan}",
       "new: create box 100000,0,0 0,0,0 0.001,2,1000 rigid"},
      {"CONTROL {Type Create} {ClassName ../../x/Box}",
       "new: create _x_Box 0,0,0 0,0,0 1,1,1 rigid"},
      {"CONTROL {Type Create}", ""},
      {"CONTROL {Type RelMove} {Name b} {Location 1,1,1}", "b: move by at 1,-1,-1"},
      {"CONTROL {Type AbsMove} {Name b} {Location 1 1 1} {Rotation 0.1,0.2,0.3}",
       "b: move to at 1,-1,-1 turned 0.1,-0.2,-0.3"},
      {"CONTROL {Type AbsMove} {Name b} {Rotation 0,0,1}", "b: move to turned 0,0,-1"},
      {"CONTROL {Type AbsMove} {Name b}", ""},
      {"CONTROL {Type AbsMove} {Name b} {Location here}", ""},
      {"CONTROL {Type AbsMove} {Location 1,1,1}", ""},
      {"CONTROL {Type Kill} {Name b}", "b: leave"},
      {"CONTROL {Type Kill}", ""},
      {"CONTROL {Type KillAll}", ": remove all"},
      {"CONTROL {Type KillAll} {MinPos 0,0,0} {MaxPos 1,2,3}", ": remove 0,-2,-3 1,0,0"},
      {"CONTROL {Type KillAll} {MinPos 1,2,3} {MaxPos 0,0,0}", ": remove 0,-2,-3 1,0,0"},
      {"CONTROL {Type KillAll} {MinPos 1,2,3}", ": remove all"},
      {"CONTROL {Type Rotate} {Name b} {Speed 0,0.5,1}", "b: spin 0,-0.5,-1"},
      {"CONTROL {Type Rotate} {Name b}", "b: spin 0,0,0"},
      {"CONTROL {Type AddWP} {Name b} {WP 1,2,3;4,5,6}", "b: way 1,-2,-3 4,-5,-6"},
      {"CONTROL {Type AddWP} {Name b} {WP 1,2,3; 4 5 6;} {WP 7}", "b: way 1,-2,-3 4,-5,-6 7,0,0"},
      {"CONTROL {Type AddWP} {Name b} {WP ;;x;}", ""},
      {"CONTROL {Type AddWP} {Name b}", ""},
      {"CONTROL {Type ClearWP} {Name b}", "b: clear way"},
      {"CONTROL {Type SetWP} {Name b} {Speed 1} {Loop true} {Moving False}",
       "b: follow 1 - yes - no"},
      {"CONTROL {Type SetWP} {Name b} {Time 20} {ResetOnClear 1} {Speed -3}",
       "b: follow 0 20 - yes -"},
      {"CONTROL {Type GetSTA} {Name b}", "? b"},
      {"CONTROL {Type GetSTA}", "? "},
      {"CONTROL {Type Conveyor} {Name b} {Speed 0.5}", "b: conveyor 0.5"},
      {"CONTROL {Type Conveyor} {Name b} {Speed 1e300}", "b: conveyor 1000"},
      {"CONTROL {Type Explode} {Name b}", ""},
      {"CONTROL {Name b}", ""},
      {"CONTROL", ""},
  };
  for (const auto& [line, command] : kLines) EXPECT_EQ(controlled(line), command) << line;
}

TEST(Control, KeepsNamesShortAndPrintable) {
  EXPECT_EQ(controlled("CONTROL {Type Kill} {Name a\tb\xc3\xa4" + std::string(100, 'x') + "}"),
            "a_b__" + std::string(59, 'x') + ": leave");
}

TEST(Control, OneLineAddsAThousandWaypointsAtMost) {
  std::string line = "CONTROL {Type AddWP} {Name b} {WP ";
  for (int i = 0; i < 5000; ++i) line += "1,2,3;";
  const ControlResult result = parse_control(parse_line(line), "new");
  ASSERT_TRUE(result.command);
  EXPECT_EQ(std::get<AddWaypoints>(result.command->data).points.size(), 1000U);
}

std::string asked(const std::string& line) {
  const std::optional<ComRequest> request = parse_com_request(line);
  if (!request) return "none";
  if (std::holds_alternative<GetPositions>(*request)) return "positions";
  if (std::holds_alternative<EmptyCount>(*request)) return "nothing";
  if (const auto* robots = std::get_if<CountBetweenRobots>(&*request))
    return robots->from + "-" + robots->to;
  const auto& points = std::get<CountBetweenPoints>(*request);
  return points.start_text + "|" + points.end_text + "|" + short_text(points.start) + "|" +
         short_text(points.end);
}

TEST(ComRequests, AreReadWithoutCase) {
  const struct {
    std::string line;
    std::string request;
  } kLines[] = {
      {"GETPOS", "positions"},
      {"getpos {x}", "positions"},
      {"GETOBS {From R1} {To R2}", "R1-R2"},
      {"GetObs{to R2}{from R1}", "R1-R2"},
      {"GETOBS {Start 1,2,3} {End 4, 5 6}", "1,2,3|4, 5 6|1,-2,-3|4,-5,-6"},
      {"GETOBS {Start 1,2,3} {End}", "1,2,3||1,-2,-3|0,0,0"},
      {"GETOBS {From R1}", "nothing"},
      {"GETOBS {Start 1,2,3}", "nothing"},
      {"GETOBS", "nothing"},
      {"HELLO", "none"},
      {"", "none"},
      {"{From R1} {To R2}", "none"},
  };
  for (const auto& [line, request] : kLines) EXPECT_EQ(asked(line), request) << line;
}

TEST(TruthRequests, NameAClassARobotOrAll) {
  const struct {
    std::string line;
    std::string robot_class;
    std::string name;
  } kLines[] = {
      {"{class P3AT} {name R1}", "P3AT", "R1"},
      {"{Class USARBot.P3AT}", "P3AT", ""},
      {"{NAME R1}", "", "R1"},
      {"GET {name R1}", "", "R1"},
      {"", "", ""},
      {"{class} {name}", "", ""},
  };
  for (const auto& [line, robot_class, name] : kLines) {
    EXPECT_EQ(parse_truth_request(line).robot_class, robot_class) << line;
    EXPECT_EQ(parse_truth_request(line).name, name) << line;
  }
}

}  // namespace
}  // namespace rubble::usarsim
