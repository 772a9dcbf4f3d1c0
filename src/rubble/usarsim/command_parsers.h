// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rubble/messages/command.h"
#include "rubble/messages/description.h"
#include "rubble/usarsim/dialect.h"
#include "rubble/usarsim/line.h"

namespace rubble::usarsim {

// What each command of a client asks the simulation to do. Readers never fail: what makes no sense
// or does not fit the robot gives no order. Frames and units of the wire end here.

// A line leads to at most so many orders; what is beyond is dropped.
constexpr std::size_t kMaxOrdersPerLine = 64;

// What clients leave out stays as they said it last.
struct DriveDefaults {
  bool is_normalized = false;
  DriveSides sides;
  DriveSteered steered;
  DriveFlight flight;
  std::map<int, DriveWheel> wheels;
};

// DRIVE in all its forms; the arguments that are there tell which.
std::vector<CommandData> parse_drive(const Line& line, const RobotDescription& robot,
                                     Dialect dialect, DriveDefaults& memory);
// MULTIDRIVE {joint angle} {joint angle} ...
std::vector<CommandData> parse_multidrive(const Line& line, const RobotDescription& robot);
// MISPKG counts links from 1, ACT from 0.
std::vector<CommandData> parse_mission_package(const Line& line, const RobotDescription& robot);
std::vector<CommandData> parse_actuator(const Line& line, const RobotDescription& robot);
DrawTrace parse_trace(const Line& line);

// What SET leads to and what is told about it at once.
struct SetResult {
  struct Part {
    std::string name;
    std::string status;
  };
  std::vector<CommandData> commands;
  std::string type;
  std::vector<Part> parts;  // none: nothing is told, or not before the order has been carried out
};
SetResult parse_set(const Line& line, const RobotDescription& robot);
// SET {Type Joint}.
SetResult parse_set_joint(const Line& line, const RobotDescription& robot);

// What CONTROL leads to; for a thing without a name, the name given.
struct ControlResult {
  std::optional<Command> command;
  std::optional<std::string> question;  // GetSTA: about which thing; empty = all
};
ControlResult parse_control(const Line& line, const std::string& fallback_name);

}  // namespace rubble::usarsim
