// SPDX-License-Identifier: Apache-2.0
#include "rubble/serialization/command_file.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "rubble/base/text.h"
#include "rubble/serialization/command_data_fields.h"
#include "rubble/serialization/json_bytes.h"
#include "rubble/serialization/json_reader.h"
#include "rubble/serialization/json_schema.h"
#include "rubble/serialization/message_json.h"

namespace rubble {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxLineLength = 1UL << 20;
constexpr std::size_t kMaxCommands = 5'000'000;
constexpr double kMaxTime = 1e7;  // s

// Every order's fields in braces; those that have none want true.
template <class T>
struct OrderReader {
  static Result<CommandData> read(const Json& json, const std::string& where, JsonRules& rules) {
    if constexpr (std::is_empty_v<T>) {
      if (json != Json(true)) return Error{rules.at, where + " wants true"};
      return CommandData(T{});
    } else {
      T order;
      JsonReader reader(json, where, rules);
      fields(reader, order);
      reader.finish();
      if (rules.error) return *rules.error;
      return CommandData(std::move(order));
    }
  }
};

template <>
struct OrderReader<SwitchLight> {
  static Result<CommandData> read(const Json& json, const std::string& where, JsonRules& rules) {
    if (!json.is_boolean()) return Error{rules.at, where + " wants true or false"};
    return CommandData(SwitchLight{json.get<bool>()});
  }
};

constexpr std::array<const char*, 3> kJointKeys{"angle", "speed", "effort"};  // as JointControlMode

template <>
struct OrderReader<MoveJoint> {
  static Result<CommandData> read(const Json& json, const std::string& where, JsonRules& rules) {
    MoveJoint order;
    JsonReader reader(json, where, rules);
    reader.require("name");
    reader("name", order.joint);
    int given = 0;
    for (std::size_t i = 0; i < kJointKeys.size(); ++i) {
      std::optional<double> value;
      reader(kJointKeys[i], value);
      if (!value) continue;
      order.mode = static_cast<JointControlMode>(i);
      order.value = *value;
      ++given;
    }
    reader.finish();
    if (rules.error) return *rules.error;
    if (given != 1)
      return Error{rules.at, where + " wants exactly one of \"angle\", \"speed\" and \"effort\""};
    return CommandData(order);
  }
};

using ReadOrder = Result<CommandData> (*)(const Json&, const std::string&, JsonRules&);

template <std::size_t... Kind>
constexpr std::array<ReadOrder, sizeof...(Kind)> readers_of(std::index_sequence<Kind...>) {
  return {&OrderReader<std::variant_alternative_t<Kind, CommandData>>::read...};
}

constexpr auto kOrderReaders = readers_of(std::make_index_sequence<kCommandKeys.size()>());

std::string known_orders() {
  std::string list;
  for (std::size_t i = 0; i < kCommandKeys.size(); ++i)
    list += std::string(i == 0                        ? ""
                        : i + 1 < kCommandKeys.size() ? ", "
                                                      : " and ") +
            kCommandKeys[i];
  return list;
}

std::string meant_order(const std::string& key) {
  const auto meant =
      closest_word(key, std::vector<std::string>(kCommandKeys.begin(), kCommandKeys.end()));
  return meant ? "; did you mean \"" + *meant + "\"?" : "";
}

Result<CommandData> read_order(const Json& line, JsonRules& rules) {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < kCommandKeys.size(); ++i) {
    if (!line.contains(kCommandKeys[i])) continue;
    if (found)
      return Error{rules.at, std::string("give one order a line, not \"") + kCommandKeys[*found] +
                                 "\" and \"" + kCommandKeys[i] + "\""};
    found = i;
  }
  for (const auto& [key, value] : line.items()) {
    const bool is_known =
        key == "t" || key == "tick" || key == "robot" || (found && key == kCommandKeys[*found]);
    if (!is_known)
      return Error{rules.at, "a command line does not know \"" + key + "\"" + meant_order(key)};
  }
  if (!found) return Error{rules.at, "expected one of " + known_orders()};
  const std::string key = kCommandKeys[*found];
  return kOrderReaders[*found](line[key], "\"" + key + "\"", rules);
}

Result<Tick> read_time(const Json& line, const SourceLine& at) {
  if (line.contains("tick")) {
    if (line.contains("t")) return Error{at, "give \"t\" or \"tick\", not both"};
    if (!line["tick"].is_number_unsigned())
      return Error{at, "\"tick\" wants a whole number, not negative"};
    const auto tick = line["tick"].get<std::uint64_t>();
    if (static_cast<double>(tick) > kMaxTime * kTicksPerSecond)
      return Error{at, "\"tick\" is beyond any run"};
    return static_cast<Tick>(tick);
  }
  if (!line.contains("t") || !line["t"].is_number())
    return Error{at, "expected \"t\", the time in seconds"};
  const double t = line["t"].get<double>();
  if (!(t >= 0.0 && t <= kMaxTime)) return Error{at, "\"t\" wants a time from 0 to 10000000 s"};
  return tick_at(t);
}

Result<TimedCommand> read_command(std::string_view text, JsonRules& rules) {
  const SourceLine& at = rules.at;
  constexpr int kMaxDepth = 64;
  const Json line = json_depth(text) > kMaxDepth ? Json(Json::value_t::discarded)
                                                 : Json::parse(text, nullptr, false);
  if (line.is_discarded() || !line.is_object())
    return Error{at,
                 "expected one JSON object, such as "
                 R"({"t": 0.5, "robot": "R1", "drive": {"left": 2, "right": 2}})"};
  const auto tick = read_time(line, at);
  if (!tick) return tick.error();
  if (!line.contains("robot") || !line["robot"].is_string())
    return Error{at, "expected \"robot\", the name of the robot it is for"};
  auto order = read_order(line, rules);
  if (!order) return order.error();
  return TimedCommand{*tick,
                      {without_stand_ins(line["robot"].get<std::string>()), *std::move(order)}};
}

}  // namespace

Result<TimedCommand> parse_command_line(std::string_view text, const SourceLine& at) {
  if (text.size() > kMaxLineLength) return Error{at, "this line is longer than 1 MiB"};
  JsonRules rules{.at = at, .knows_all_keys = true, .wants_finite = true};
  return read_command(text, rules);
}

Result<TimedCommand> command_from_json(std::string_view text) {
  JsonRules rules;
  return read_command(text, rules);
}

Result<std::vector<TimedCommand>> read_command_file(const std::string& path) {
  std::error_code ignored;
  std::ifstream file(path);
  if (!std::filesystem::is_regular_file(path, ignored) || !file)
    return Error{{path}, "cannot be read; expected a file of timed commands"};
  std::vector<TimedCommand> commands;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.size() > kMaxLineLength)
      return Error{{path, number}, "this line is longer than 1 MiB"};
    if (line.find_first_not_of(" \t\r") == std::string::npos || line[0] == '#') continue;
    const SourceLine at{path, number};
    auto command = parse_command_line(line, at);
    if (!command) return command.error();
    if (!commands.empty() && command->tick < commands.back().tick)
      return Error{at, "its time is before that of the line above; sort the file by time"};
    if (commands.size() == kMaxCommands)
      return Error{at, "more than 5000000 commands; split the run"};
    commands.push_back(*std::move(command));
  }
  return commands;
}

namespace {

struct PutOrder {
  JsonWriter& writer;
  const char* key;

  template <class T>
  void operator()(const T& order) const {
    if constexpr (std::is_empty_v<T>)
      writer(key, true);
    else
      writer(key, order);
  }
  void operator()(const SwitchLight& order) const { writer(key, order.on); }
  void operator()(const MoveJoint& order) const {
    JsonWriter inner;
    inner("name", order.joint)(kJointKeys[static_cast<std::size_t>(order.mode)], order.value);
    writer.text(key, inner.finish());
  }
};

struct OrderSchema {
  template <class T>
  std::string operator()(const T& order) const {
    if constexpr (std::is_empty_v<T>)
      return SchemaWriter::schema_of(true);
    else
      return SchemaWriter::schema_of(order);
  }
  std::string operator()(const SwitchLight&) const { return SchemaWriter::schema_of(true); }
  std::string operator()(const MoveJoint& order) const {
    SchemaWriter schema;
    schema("name", order.joint);
    for (const char* const key : kJointKeys) schema(key, std::optional<double>());
    return schema.finish();
  }
};

template <std::size_t... Kind>
void add_order_schemas(SchemaWriter& schema, std::index_sequence<Kind...>) {
  (schema.add(kCommandKeys[Kind], OrderSchema{}(std::variant_alternative_t<Kind, CommandData>{}),
              false),
   ...);
}

}  // namespace

std::string to_json(const TimedCommand& command) {
  JsonWriter writer;
  writer("tick", command.tick)("robot", command.command.robot);
  const CommandData& order = command.command.data;
  std::visit(PutOrder{writer, kCommandKeys[order.index()]}, order);
  return writer.finish();
}

std::string command_line(const TimedCommand& command) { return to_json(command); }

MessageSchema schema_of_commands() {
  SchemaWriter schema;
  schema("tick", Tick{})("robot", std::string());
  add_order_schemas(schema, std::make_index_sequence<kCommandKeys.size()>());
  return {"rubble.Command", schema.finish(R"("title":"rubble.Command",)")};
}

}  // namespace rubble
