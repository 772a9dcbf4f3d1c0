// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/messages/command.h"

namespace rubble {

// A file of timed commands: one JSON object a line, times not decreasing, for example
//   {"t": 0.5, "robot": "R1", "drive": {"left": 2.0, "right": 2.0}}
//   {"t": 0.5, "robot": "R1", "steer": {"speed": 3.0, "front": 0.2, "rear": 0}}
//   {"t": 0.5, "robot": "R1", "fly": {"forward": 1, "left": 0, "up": 0.2, "yaw_rate": 0}}
//   {"t": 0.5, "robot": "R1", "joint": {"name": "FRFlipper", "angle": 0.7}}   or "speed", "effort"
//   {"t": 0.5, "robot": "R1", "light": true}
//   {"t": 0.5, "robot": "R1", "upright": true}
//   {"t": 0, "robot": "R1", "spawn": {"class": "P3AT", "pose": {"position": [1, 2, 0.1]}}}
// and so on for every kind of CommandData; docs/recording.md lists them. A missing field is 0,
// empty or false. Instead of "t" (seconds) a line may give "tick", as recordings do.
Result<std::vector<TimedCommand>> read_command_file(const std::string& path);
Result<TimedCommand> parse_command_line(std::string_view line, const SourceLine& at);

// One line without line end. parse_command_line restores the command to the same bits.
std::string command_line(const TimedCommand& command);

}  // namespace rubble
