// SPDX-License-Identifier: Apache-2.0
#include "rubble/scenario/robot_request.h"

#include <fmt/format.h>

#include <algorithm>

#include "rubble/base/text.h"

namespace rubble::scenario {
namespace {

// Names of classes have no ending.
std::string class_or_path(const std::string& word) {
  const bool is_file = word.ends_with(".sdf") || word.ends_with(".urdf");
  return is_file && word.find('/') == std::string::npos ? "./" + word : word;
}

}  // namespace

RobotRequest parse_robot(const std::string& text) {
  const std::size_t at = text.find('@');
  if (at == std::string::npos) return {.robot_class = class_or_path(text)};
  return {.robot_class = class_or_path(text.substr(0, at)), .start = text.substr(at + 1)};
}

std::vector<RobotRequest> parse_robots(const std::vector<std::string>& texts) {
  std::vector<RobotRequest> robots;
  for (const std::string& text : texts) robots.push_back(parse_robot(text));
  return robots;
}

bool is_position(const std::string& start) { return start.find(',') != std::string::npos; }

Result<Pose> parse_position(const std::string& start) {
  std::string words = start;
  std::replace(words.begin(), words.end(), ',', ' ');
  for (const std::size_t count : {2U, 3U, 4U})
    if (const auto numbers = parse_numbers(words, count)) {
      const auto value = [&](std::size_t i) { return i < count ? (*numbers)[i] : 0.0; };
      return make_pose(value(0), value(1), value(2), 0.0, 0.0, value(3));
    }
  return Error{
      {},
      fmt::format("'{}' is not a position: expected x,y or x,y,z or x,y,z,yaw, finite numbers "
                  "in metres and radians",
                  start)};
}

}  // namespace rubble::scenario
