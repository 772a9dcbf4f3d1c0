// SPDX-License-Identifier: Apache-2.0
#include "rubble/serialization/message_json.h"

#include <array>
#include <nlohmann/json.hpp>

#include "rubble/serialization/json_reader.h"
#include "rubble/serialization/json_schema.h"
#include "rubble/serialization/json_writer.h"
#include "rubble/serialization/message_fields.h"

namespace rubble {
namespace {

struct ReadingKind {
  const char* type;    // in JSON
  const char* schema;  // of MessageSchema
};

// In the order of ReadingData.
constexpr std::array<ReadingKind, std::variant_size_v<ReadingData>> kReadingKinds{{
    {"range_scan", "rubble.RangeScan"},
    {"range", "rubble.Range"},
    {"range_image", "rubble.RangeImage"},
    {"image", "rubble.Image"},
    {"imu", "rubble.Imu"},
    {"ins", "rubble.Ins"},
    {"odometry", "rubble.Odometry"},
    {"encoder", "rubble.Encoder"},
    {"tachometer", "rubble.Tachometer"},
    {"gps", "rubble.Gps"},
    {"compass", "rubble.Compass"},
    {"altitude", "rubble.Altitude"},
    {"touch", "rubble.Touch"},
    {"ground_truth", "rubble.GroundTruth"},
    {"rfid", "rubble.Rfid"},
    {"victim", "rubble.Victim"},
    {"object", "rubble.Object"},
    {"gas", "rubble.Gas"},
    {"heat", "rubble.Heat"},
    {"sound", "rubble.Sound"},
    {"battery", "rubble.Battery"},
    {"time", "rubble.Time"},
    {"transmission", "rubble.Transmission"},
}};

template <class Message>
std::string object_of(const Message& message) {
  JsonWriter writer;
  fields(writer, message);
  return writer.finish();
}

template <class Message>
MessageSchema message_schema(const std::string& name) {
  SchemaWriter schema;
  const Message message{};
  fields(schema, message);
  return {name, schema.finish(R"("title":")" + name + R"(",)")};
}

template <class Message>
Result<Message> message_from(std::string_view text, const char* what) {
  const auto json = parse_json_object(text, what);
  if (!json) return json.error();
  JsonRules rules;
  JsonReader reader(*json, what, rules);
  Message message;
  fields(reader, message);
  if (rules.error) return *rules.error;
  return message;
}

template <std::size_t... Kind>
void make_kind(std::size_t wanted, ReadingData& data, std::index_sequence<Kind...>) {
  ((Kind == wanted ? static_cast<void>(data.emplace<Kind>()) : void()), ...);
}

bool has_equal_lengths(const ReadingData& data) {
  if (const auto* scan = std::get_if<RangeScan>(&data)) {
    const std::size_t beams = scan->ranges.size();
    const bool has_depths =
        scan->density_integral.empty() || scan->density_integral.size() == beams;
    return scan->columns >= 0 && scan->codes.size() == beams && has_depths &&
           static_cast<std::size_t>(scan->columns) * scan->row_angles.size() == beams;
  }
  if (const auto* image = std::get_if<RangeImage>(&data))
    return image->width >= 0 && image->height >= 0 &&
           static_cast<std::size_t>(image->width) * static_cast<std::size_t>(image->height) ==
               image->depths.size();
  if (const auto* encoder = std::get_if<EncoderReading>(&data))
    return encoder->joints.size() == encoder->ticks.size();
  if (const auto* tachometer = std::get_if<TachometerReading>(&data))
    return tachometer->joints.size() == tachometer->speeds.size() &&
           tachometer->joints.size() == tachometer->angles.size();
  return true;
}

}  // namespace

std::string to_json(const Reading& reading) {
  JsonWriter writer;
  writer.derived("t", seconds_at(reading.tick))("tick", reading.tick)("robot", reading.robot)(
      "sensor", reading.sensor)("type", std::string(kReadingKinds[reading.data.index()].type));
  std::visit([&](const auto& data) { fields(writer, data); }, reading.data);
  return writer.finish();
}

std::string data_to_json(const ReadingData& data) {
  return std::visit([](const auto& kind) { return object_of(kind); }, data);
}

Result<Reading> reading_from_json(std::string_view text) {
  const auto json = parse_json_object(text, "a reading");
  if (!json) return json.error();
  JsonRules rules;
  JsonReader reader(*json, "a reading", rules);
  Reading reading;
  std::string type;
  reader("tick", reading.tick)("robot", reading.robot)("sensor", reading.sensor)("type", type);
  if (rules.error) return *rules.error;
  std::size_t kind = 0;
  while (kind < kReadingKinds.size() && kReadingKinds[kind].type != type) ++kind;
  if (kind == kReadingKinds.size())
    return Error{{}, "a reading wants a known \"type\", got '" + type + "'"};
  make_kind(kind, reading.data, std::make_index_sequence<kReadingKinds.size()>());
  std::visit([&](auto& data) { fields(reader, data); }, reading.data);
  if (rules.error) return *rules.error;
  if (!has_equal_lengths(reading.data))
    return Error{{}, "a reading of type " + type + " wants lists that are as long as they say"};
  return reading;
}

std::string to_json(const RobotStatus& status) { return object_of(status); }
std::string to_json(const Truth& truth) { return object_of(truth); }

std::string to_json(const RobotDescription& robot, Tick tick) {
  JsonWriter writer;
  time_fields(writer, tick);
  fields(writer, robot);
  return writer.finish();
}

Result<RobotStatus> status_from_json(std::string_view text) {
  return message_from<RobotStatus>(text, "a status");
}
Result<RobotDescription> description_from_json(std::string_view text) {
  return message_from<RobotDescription>(text, "a description");
}
Result<Truth> truth_from_json(std::string_view text) {
  return message_from<Truth>(text, "a truth");
}

MessageSchema schema_of(const ReadingData& kind) {
  const std::string name = kReadingKinds[kind.index()].schema;
  SchemaWriter schema;
  const Reading reading;
  schema.derived("t", 0.0)("tick", reading.tick)("robot", reading.robot)("sensor", reading.sensor)(
      "type", std::string());
  std::visit([&](const auto& data) { fields(schema, data); }, kind);
  return {name, schema.finish(R"("title":")" + name + R"(",)")};
}

MessageSchema schema_of_statuses() { return message_schema<RobotStatus>("rubble.RobotStatus"); }
MessageSchema schema_of_truths() { return message_schema<Truth>("rubble.Truth"); }

MessageSchema schema_of_descriptions() {
  const std::string name = "rubble.RobotDescription";
  SchemaWriter schema;
  const Tick tick = 0;
  time_fields(schema, tick);
  const RobotDescription robot;
  fields(schema, robot);
  return {name, schema.finish(R"("title":")" + name + R"(",)")};
}

}  // namespace rubble
