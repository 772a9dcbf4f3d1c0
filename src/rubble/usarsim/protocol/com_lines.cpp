// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/com_lines.h"

#include "rubble/usarsim/protocol/frames.h"
#include "rubble/usarsim/protocol/line.h"
#include "rubble/usarsim/protocol/line_text.h"

namespace rubble::usarsim {
namespace {

std::string obstacles(std::string_view first_name, std::string_view first,
                      std::string_view second_name, std::string_view second, int count) {
  std::string text;
  LineText line(text, "NUMOBS");
  line.segment(first_name, first).segment(second_name, second);
  line.open("ObstCount").integer(count).close();
  line.end();
  return text;
}

bool matches(std::string_view requested, std::string_view own) {
  return requested.empty() || equal_without_case(requested, own);
}

bool matches_class(std::string_view requested, std::string_view own) {
  const std::size_t point = requested.find_last_of('.');  // USARBot.P3AT
  return matches(point == std::string_view::npos ? requested : requested.substr(point + 1), own);
}

void append_truth_row(std::string& text, const TruthRow& row, Tick tick) {
  LineText line(text, "");  // no keyword: the line begins with its first segment
  line.open_without_blank("Name").word(row.name).close();
  line.segment("Class", row.robot_class);
  line.time(tick, Dialect::Udk);
  line.open("Location").rounded(flipped(row.pose.position)).close();
  line.open("Rotation").rounded(wire_rotation(row.pose.rotation)).close();
  line.end();
}

}  // namespace

std::string positions_line(const std::vector<RobotPosition>& robots) {
  std::string text;
  LineText line(text, "POSITIONS");
  line.open("Robots").integer(static_cast<std::int64_t>(robots.size())).close();
  for (const RobotPosition& robot : robots) {
    line.open("Name").word(robot.name);
    line.next("Location").truncated(flipped(robot.position));
    line.next("BatteryEmpty").flag(robot.battery_is_empty).close();
  }
  line.end();
  return text;
}

std::string obstacles_line(const CountBetweenRobots& request, int count) {
  return obstacles("From", request.from, "To", request.to, count);
}

std::string obstacles_line(const CountBetweenPoints& request, int count) {
  return obstacles("Start", request.start_text, "End", request.end_text, count);
}

std::string truth_lines(const TruthRequest& request, Tick tick, const std::vector<TruthRow>& rows) {
  std::string text;
  for (const TruthRow& row : rows)
    if (matches_class(request.robot_class, row.robot_class) && matches(request.name, row.name))
      append_truth_row(text, row, tick);
  text.append("{End}\r\n");
  return text;
}

}  // namespace rubble::usarsim
