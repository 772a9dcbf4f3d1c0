// SPDX-License-Identifier: Apache-2.0
#include "rubble/messages/command_file.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "rubble/base/text.h"

namespace rubble {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kLongestLine = 64 * 1024;
constexpr std::size_t kMostCommands = 5'000'000;
constexpr double kLongestTime = 1e7;  // s

// Reads the fields of one JSON object and notices what is missing, wrong or unknown.
class Fields {
 public:
  Fields(const Json& object, std::string where, const SourceLine& at)
      : object_(object), where_(std::move(where)), at_(at) {
    if (!object_.is_object()) fail(where_ + " wants a JSON object in braces");
  }

  double number(const char* key, double fallback) {
    used_.insert(key);
    if (error_ || !object_.contains(key)) return fallback;
    const Json& value = object_[key];
    if (!value.is_number() || !std::isfinite(value.get<double>())) {
      fail(where_ + " wants a finite number for \"" + key + "\", got " + value.dump());
      return fallback;
    }
    return value.get<double>();
  }

  std::string text(const char* key) {
    used_.insert(key);
    if (error_) return {};
    if (!object_.contains(key) || !object_[key].is_string()) {
      fail(where_ + " wants a text for \"" + key + "\"");
      return {};
    }
    return object_[key].get<std::string>();
  }

  bool has(const char* key) const { return !error_ && object_.contains(key); }

  std::optional<Error> finish() {
    if (error_) return error_;
    for (const auto& [key, value] : object_.items())
      if (!used_.contains(key)) {
        fail(where_ + " does not know \"" + key + "\"" + suggestion(key));
        break;
      }
    return error_;
  }

 private:
  void fail(const std::string& message) {
    if (!error_) error_ = Error{at_, message};
  }
  std::string suggestion(const std::string& key) const {
    const auto known = closest_word(key, std::vector<std::string>(used_.begin(), used_.end()));
    return known ? "; did you mean \"" + *known + "\"?" : "";
  }

  const Json& object_;
  std::string where_;
  SourceLine at_;
  std::set<std::string> used_;
  std::optional<Error> error_;
};

template <class T>
Result<Order> finished(Fields& fields, const T& order) {
  if (auto error = fields.finish()) return *error;
  return Order(order);
}

Result<Order> read_drive(const Json& json, const SourceLine& at) {
  Fields fields(json, "\"drive\"", at);
  const DriveSides order{fields.number("left", 0.0), fields.number("right", 0.0)};
  return finished(fields, order);
}

Result<Order> read_steer(const Json& json, const SourceLine& at) {
  Fields fields(json, "\"steer\"", at);
  const DriveSteered order{fields.number("speed", 0.0), fields.number("front", 0.0),
                           fields.number("rear", 0.0)};
  return finished(fields, order);
}

Result<Order> read_fly(const Json& json, const SourceLine& at) {
  Fields fields(json, "\"fly\"", at);
  const DriveFlight order{fields.number("forward", 0.0), fields.number("left", 0.0),
                          fields.number("up", 0.0), fields.number("yaw_rate", 0.0)};
  return finished(fields, order);
}

Result<Order> read_joint(const Json& json, const SourceLine& at) {
  Fields fields(json, "\"joint\"", at);
  MoveJoint order{.joint = fields.text("name")};
  const struct {
    const char* key;
    JointOrder order;
  } kinds[] = {
      {"angle", JointOrder::Angle}, {"speed", JointOrder::Speed}, {"effort", JointOrder::Effort}};
  int given = 0;
  for (const auto& kind : kinds) {
    const bool is_given = fields.has(kind.key);
    const double value = fields.number(kind.key, 0.0);
    if (!is_given) continue;
    order.order = kind.order;
    order.value = value;
    ++given;
  }
  if (auto error = fields.finish()) return *error;
  if (given != 1)
    return Error{at, "\"joint\" wants exactly one of \"angle\", \"speed\" and \"effort\""};
  return Order(order);
}

Result<Order> read_light(const Json& json, const SourceLine& at) {
  if (!json.is_boolean()) return Error{at, "\"light\" wants true or false"};
  return Order(SwitchLight{json.get<bool>()});
}

Result<Order> read_upright(const Json& json, const SourceLine& at) {
  if (json != Json(true)) return Error{at, "\"upright\" wants true"};
  return Order(TurnUpright{});
}

struct OrderKind {
  const char* key;
  Result<Order> (*read)(const Json&, const SourceLine&);
};

constexpr OrderKind kOrderKinds[] = {
    {"drive", read_drive}, {"steer", read_steer}, {"fly", read_fly},
    {"joint", read_joint}, {"light", read_light}, {"upright", read_upright},
};

Result<Order> read_order(const Json& line, const SourceLine& at) {
  const OrderKind* found = nullptr;
  for (const OrderKind& kind : kOrderKinds) {
    if (!line.contains(kind.key)) continue;
    if (found != nullptr)
      return Error{at, std::string("give one order a line, not \"") + found->key + "\" and \"" +
                           kind.key + "\""};
    found = &kind;
  }
  for (const auto& [key, value] : line.items()) {
    const bool is_known =
        key == "t" || key == "tick" || key == "robot" || (found != nullptr && key == found->key);
    if (!is_known) return Error{at, "a command line does not know \"" + key + "\""};
  }
  if (found == nullptr)
    return Error{at, "expected one of drive, steer, fly, joint, light and upright"};
  return found->read(line[found->key], at);
}

Result<Tick> read_time(const Json& line, const SourceLine& at) {
  if (line.contains("tick")) {
    if (line.contains("t")) return Error{at, "give \"t\" or \"tick\", not both"};
    if (!line["tick"].is_number_unsigned())
      return Error{at, "\"tick\" wants a whole number, not negative"};
    const auto tick = line["tick"].get<std::uint64_t>();
    if (static_cast<double>(tick) > kLongestTime * kTicksPerSecond)
      return Error{at, "\"tick\" is beyond any run"};
    return static_cast<Tick>(tick);
  }
  if (!line.contains("t") || !line["t"].is_number())
    return Error{at, "expected \"t\", the time in seconds"};
  const double t = line["t"].get<double>();
  if (!(t >= 0.0 && t <= kLongestTime)) return Error{at, "\"t\" wants a time from 0 to 10000000 s"};
  return tick_at(t);
}

}  // namespace

Result<TimedCommand> parse_command_line(std::string_view text, const SourceLine& at) {
  if (text.size() > kLongestLine) return Error{at, "this line is longer than 64 KiB"};
  const Json line = Json::parse(text, nullptr, false);
  if (line.is_discarded() || !line.is_object())
    return Error{at,
                 "expected one JSON object, such as "
                 R"({"t": 0.5, "robot": "R1", "drive": {"left": 2, "right": 2}})"};
  const auto tick = read_time(line, at);
  if (!tick) return tick.error();
  if (!line.contains("robot") || !line["robot"].is_string())
    return Error{at, "expected \"robot\", the name of the robot it is for"};
  auto order = read_order(line, at);
  if (!order) return order.error();
  return TimedCommand{*tick, {line["robot"].get<std::string>(), *std::move(order)}};
}

Result<std::vector<TimedCommand>> read_command_file(const std::string& path) {
  std::error_code ignored;
  std::ifstream file(path);
  if (!std::filesystem::is_regular_file(path, ignored) || !file)
    return Error{{path}, "cannot be read; expected a file of timed commands"};
  std::vector<TimedCommand> commands;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.size() > kLongestLine) return Error{{path, number}, "this line is longer than 64 KiB"};
    if (line.find_first_not_of(" \t\r") == std::string::npos || line[0] == '#') continue;
    const SourceLine at{path, number};
    auto command = parse_command_line(line, at);
    if (!command) return command.error();
    if (!commands.empty() && command->tick < commands.back().tick)
      return Error{at, "its time is before that of the line above; sort the file by time"};
    if (commands.size() == kMostCommands)
      return Error{at, "more than 5000000 commands; split the run"};
    commands.push_back(*std::move(command));
  }
  return commands;
}

namespace {

struct ToJson {
  Json operator()(const DriveSides& o) const {
    return {{"drive", {{"left", o.left}, {"right", o.right}}}};
  }
  Json operator()(const DriveSteered& o) const {
    return {{"steer", {{"speed", o.speed}, {"front", o.front_steer}, {"rear", o.rear_steer}}}};
  }
  Json operator()(const DriveFlight& o) const {
    return {{"fly",
             {{"forward", o.forward}, {"left", o.left}, {"up", o.up}, {"yaw_rate", o.yaw_rate}}}};
  }
  Json operator()(const MoveJoint& o) const {
    const char* key = o.order == JointOrder::Angle   ? "angle"
                      : o.order == JointOrder::Speed ? "speed"
                                                     : "effort";
    return {{"joint", {{"name", o.joint}, {key, o.value}}}};
  }
  Json operator()(const SwitchLight& o) const { return {{"light", o.on}}; }
  Json operator()(const TurnUpright&) const { return {{"upright", true}}; }
  template <class Other>
  Json operator()(const Other&) const {
    return Json::object();
  }
};

}  // namespace

std::string command_line(const TimedCommand& command) {
  Json line = std::visit(ToJson{}, command.command.order);
  line["tick"] = command.tick;
  line["robot"] = command.command.robot;
  return line.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace rubble
