// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/pose.h"

namespace rubble::scenario {

// A robot that a run begins with.
struct RobotRequest {
  std::string robot_class;  // its name, or the path of a model file: with a slash
  // The name of a start, or "x,y", "x,y,z" or "x,y,z,yaw" in m and rad; empty: the next free start.
  std::string start = {};
  std::optional<Pose> world_from_robot = {};  // instead of a start
  std::string name = {};                      // empty: R1, R2, ... by its number in the run
};

// "CLASS", "CLASS@START" or "CLASS@x,y,z,yaw". A model file of the current folder becomes a path
// with a slash, which tells paths from classes, also in a recording.
RobotRequest parse_robot(const std::string& text);
std::vector<RobotRequest> parse_robots(const std::vector<std::string>& texts);

// Whether a start is written as a position, right or wrong, rather than as a name.
bool is_position(const std::string& start);

// The pose of a start that is written as a position; an error says what was expected.
Result<Pose> parse_position(const std::string& start);

}  // namespace rubble::scenario
