// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rubble/base/tick.h"
#include "rubble/geometry/pose.h"

namespace rubble::usarsim {

// Requests of a wireless server on the com port.
struct GetPositions {};
struct CountBetweenRobots {
  std::string from;
  std::string to;
};
struct CountBetweenPoints {
  std::string start_text;  // as received; repeated in the reply
  std::string end_text;
  Vec3 start = Vec3::Zero();  // m, world frame
  Vec3 end = Vec3::Zero();
};
struct EmptyCount {};  // GETOBS without end points; the reply is an empty line
using ComRequest = std::variant<GetPositions, CountBetweenRobots, CountBetweenPoints, EmptyCount>;

// Nothing if the line is not a request.
std::optional<ComRequest> parse_com_request(std::string_view line);

struct RobotPosition {
  std::string name;
  Vec3 position = Vec3::Zero();
  bool battery_is_empty = false;
};
std::string positions_line(const std::vector<RobotPosition>& robots);
// count: number of obstacles on the line of sight; -1 = unknown.
std::string obstacles_line(const CountBetweenRobots& request, int count);
std::string obstacles_line(const CountBetweenPoints& request, int count);

// --- the truth port --------------------------------------------------------------------------

struct TruthRequest {
  std::string robot_class;  // empty = any
  std::string name;         // empty = any
};
TruthRequest parse_truth_request(std::string_view line);

struct TruthRow {
  std::string name;
  std::string robot_class;
  Pose pose;
};
// The matching rows, then {End}.
std::string truth_lines(const TruthRequest& request, Tick tick, const std::vector<TruthRow>& rows);

}  // namespace rubble::usarsim
