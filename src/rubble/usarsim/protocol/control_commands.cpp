// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "rubble/usarsim/protocol/command_parsers.h"
#include "rubble/usarsim/protocol/frames.h"
#include "rubble/usarsim/protocol/wire_conversion.h"

namespace rubble::usarsim {
namespace {

constexpr double kMaxSpeed = 1000.0;         // m/s or rad/s
constexpr double kMaxRouteTime = 1e6;        // s
constexpr std::size_t kMaxWaypoints = 1000;  // per line

std::string object_kind(std::string_view class_name) {
  const struct {
    const char* word;
    const char* kind;
  } kShapes[] = {{"box", "box"},     {"cube", "box"},          {"sphere", "sphere"},
                 {"ball", "sphere"}, {"cylinder", "cylinder"}, {"barrel", "cylinder"}};
  std::string kind = sanitize_class(class_name);
  for (const auto& shape : kShapes)
    if (equal_without_case(kind, shape.word)) return shape.kind;
  return kind;
}

// One number for all axes, or three; each clamped to [0.001, 1000].
Vec3 scale_of(std::string_view text) {
  std::vector<double> numbers = number_list(text);
  if (numbers.empty()) return Vec3::Ones();
  if (numbers.size() < 3) numbers.assign(3, numbers.front());
  return Vec3(numbers[0], numbers[1], numbers[2]).cwiseAbs().cwiseMax(1e-3).cwiseMin(1e3);
}

std::optional<CommandData> parse_create(const Line& line) {
  CreateObject thing;
  thing.kind = object_kind(line.find("ClassName").value_or(""));
  if (thing.kind.empty()) return std::nullopt;
  thing.world_from_object = {position_from_wire(line.find("Location").value_or("")),
                             quat_from(rotation_from_wire(line.find("Rotation").value_or("")))};
  thing.scale = scale_of(line.find("Scale").value_or(""));
  if (equal_without_case(line.find("Physics").value_or(""), "None"))
    thing.physics = ObjectPhysics::None;
  thing.is_permanent = line.flag("Permanent").value_or(false);
  thing.material = sanitize(line.find("Material").value_or(""));
  return thing;
}

std::optional<CommandData> parse_move(const Line& line, bool is_relative) {
  MoveObject move{.is_relative = is_relative};
  if (line.numbers("Location", 1)) move.position = position_from_wire(*line.find("Location"));
  if (line.numbers("Rotation", 1)) move.rotation = rotation_from_wire(*line.find("Rotation"));
  if (!move.position && !move.rotation) return std::nullopt;
  return move;
}

// The corners may be given in any order.
RemoveObjects parse_remove_all(const Line& line) {
  const std::optional<std::string_view> low = line.find("MinPos");
  const std::optional<std::string_view> high = line.find("MaxPos");
  if (!low || !high) return {};
  return {Bounds{}.add(position_from_wire(*low)).add(position_from_wire(*high))};
}

SpinObject parse_rotate(const Line& line) {
  std::vector<double> rates = number_list(line.find("Speed").value_or(""));
  rates.resize(3, 0.0);
  return {flipped(Vec3(rates[0], rates[1], rates[2])).cwiseMax(-kMaxSpeed).cwiseMin(kMaxSpeed)};
}

// {WP x,y,z;x,y,z}, possibly repeated.
std::optional<CommandData> parse_waypoints(const Line& line) {
  AddWaypoints way;
  for (const Segment& segment : line.segments) {
    if (!equal_without_case(segment.name, "WP")) continue;
    for (std::string_view rest = segment.value; !rest.empty();) {
      const std::size_t end = std::min(rest.find(';'), rest.size());
      const std::vector<double> point = number_list(rest.substr(0, end));
      if (!point.empty() && way.points.size() < kMaxWaypoints)
        way.points.push_back(position_from_wire(point));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  if (way.points.empty()) return std::nullopt;
  return way;
}

FollowWaypoints parse_follow(const Line& line) {
  FollowWaypoints follow;
  if (const auto speed = line.number("Speed")) follow.speed = std::clamp(*speed, 0.0, kMaxSpeed);
  if (const auto time = line.number("Time")) follow.time = std::clamp(*time, 0.0, kMaxRouteTime);
  follow.is_looping = line.flag("Loop");
  follow.goes_back_when_cleared = line.flag("ResetOnClear");
  follow.is_moving = line.flag("Moving");
  return follow;
}

// Commands to a named object.
std::optional<CommandData> parse_object_command(std::string_view type, const Line& line) {
  const auto is = [&](std::string_view word) { return equal_without_case(type, word); };
  if (is("RelMove")) return parse_move(line, true);
  if (is("AbsMove")) return parse_move(line, false);
  if (is("Kill")) return LeaveWorld{};
  if (is("Rotate")) return parse_rotate(line);
  if (is("AddWP")) return parse_waypoints(line);
  if (is("ClearWP")) return ClearWaypoints{};
  if (is("SetWP")) return parse_follow(line);
  if (is("Conveyor"))
    return RunConveyor{clamp_magnitude(line.number("Speed").value_or(0.0), kMaxSpeed)};
  return std::nullopt;
}

}  // namespace

ControlResult parse_control(const Line& line, const std::string& fallback_name) {
  const std::string_view type = line.find("Type").value_or("");
  const std::string name = sanitize(line.find("Name").value_or(""));
  if (equal_without_case(type, "GetSTA")) return {.question = name};
  if (equal_without_case(type, "KillAll")) return {.command = Command{"", parse_remove_all(line)}};
  const bool is_new = equal_without_case(type, "Create");
  if (!is_new && name.empty()) return {};
  const std::optional<CommandData> order =
      is_new ? parse_create(line) : parse_object_command(type, line);
  if (!order) return {};
  return {.command = Command{name.empty() ? fallback_name : name, *order}};
}

}  // namespace rubble::usarsim
