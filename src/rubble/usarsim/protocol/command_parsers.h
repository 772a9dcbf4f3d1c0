// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rubble/messages/command.h"
#include "rubble/messages/description.h"
#include "rubble/usarsim/protocol/dialect.h"
#include "rubble/usarsim/protocol/line.h"

namespace rubble::usarsim {

// Parse the commands of a client into commands of the simulation, in Rubble's frames and SI units.
// Parsers never fail: arguments that are malformed or do not fit the robot yield no command.

// Upper limit per line; further commands are dropped.
constexpr std::size_t kMaxOrdersPerLine = 64;

// Arguments that a client omits keep their last values.
struct DriveDefaults {
  bool is_normalized = false;
  DriveSides sides;
  DriveSteered steered;
  DriveFlight flight;
  std::map<int, DriveWheel> wheels;
};

// DRIVE in all its forms; the arguments present select the form.
std::vector<CommandData> parse_drive(const Line& line, const RobotDescription& robot,
                                     Dialect dialect, DriveDefaults& memory);
// MULTIDRIVE {joint angle} {joint angle} ...
std::vector<CommandData> parse_multidrive(const Line& line, const RobotDescription& robot);
// MISPKG numbers links from 1, ACT from 0.
std::vector<CommandData> parse_mission_package(const Line& line, const RobotDescription& robot);
std::vector<CommandData> parse_actuator(const Line& line, const RobotDescription& robot);
DrawTrace parse_trace(const Line& line);

// Result of SET: commands, and the parts of the immediate RES reply.
struct SetResult {
  struct Part {
    std::string name;
    std::string status;
  };
  std::vector<CommandData> commands;
  std::string type;
  std::vector<Part> parts;  // empty: no reply, or only after the command has been executed
};
SetResult parse_set(const Line& line, const RobotDescription& robot);
// SET {Type Joint}.
SetResult parse_set_joint(const Line& line, const RobotDescription& robot);

// Result of CONTROL. An object created without a name gets `fallback_name`.
struct ControlResult {
  std::optional<Command> command;
  std::optional<std::string> question;  // GetSTA: name of the object; empty = all
};
ControlResult parse_control(const Line& line, const std::string& fallback_name);

}  // namespace rubble::usarsim
