// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <span>

#include "rubble/usarsim/protocol/command_parsers.h"
#include "rubble/usarsim/protocol/number_text.h"
#include "rubble/usarsim/protocol/udk_names.h"
#include "rubble/usarsim/protocol/wire_conversion.h"

namespace rubble::usarsim {
namespace {

// Meaning of SET {Type T} {Opcode O}.
enum class Opcode { Reset, Scan, SetPose, Zoom, ReadTag, WriteTag };

struct SettableKind {
  const char* type;
  const char* opcode;
  SensorKind kind;
  Opcode meaning;
};

constexpr SettableKind kSettableKinds[] = {
    {"Odometry", "RESET", SensorKind::Odometry, Opcode::Reset},
    {"Encoder", "RESET", SensorKind::Encoder, Opcode::Reset},
    {"RangeScanner", "SCAN", SensorKind::RangeScanner, Opcode::Scan},
    {"RangeScanner3D", "SCAN", SensorKind::RangeScanner, Opcode::Scan},
    {"3DRangeScanner", "SCAN", SensorKind::RangeScanner, Opcode::Scan},
    {"IRScanner", "SCAN", SensorKind::Infrared, Opcode::Scan},
    {"Acoustic", "SCAN", SensorKind::Sound, Opcode::Scan},
    {"RangeImager", "SCAN", SensorKind::RangeImager, Opcode::Scan},
    {"INS", "POSE", SensorKind::Ins, Opcode::SetPose},
    {"INU", "POSE", SensorKind::Ins, Opcode::SetPose},
    {"Camera", "Zoom", SensorKind::Camera, Opcode::Zoom},
    {"Camera", "FOV", SensorKind::Camera, Opcode::Zoom},
    {"RFID", "Read", SensorKind::Rfid, Opcode::ReadTag},
    {"RFID", "Write", SensorKind::Rfid, Opcode::WriteTag},
};

// Canonical type and meaning of the opcode; null if the pair is unknown.
const SettableKind* find_settable(std::string_view type, std::string_view opcode) {
  for (const SettableKind& kind : kSettableKinds)
    if (equal_without_case(kind.type, type) && equal_without_case(kind.opcode, opcode))
      return &kind;
  return nullptr;
}

// Sensors of a kind and name; without a name, all of the kind. The protocol names encoders after
// their wheels, so an unknown encoder name selects all encoders.
std::vector<const SensorDescription*> find_sensors(const RobotDescription& robot, SensorKind kind,
                                                   std::string_view name) {
  std::vector<const SensorDescription*> of_kind;
  std::vector<const SensorDescription*> named;
  for (const SensorDescription& sensor : robot.sensors) {
    if (sensor.kind != kind) continue;
    of_kind.push_back(&sensor);
    if (matches_name(sensor, name)) named.push_back(&sensor);
  }
  const bool means_all = name.empty() || (named.empty() && kind == SensorKind::Encoder);
  return means_all ? of_kind : named;
}

std::string four_decimals(double value) {
  std::string text;
  append_truncated(text, value, 4);
  return text;
}

// rad, within the zoom range of the camera; 0 selects its initial field of view.
double clamped_field_of_view(const SensorDescription& camera, double wanted) {
  if (wanted == 0.0) return camera.field_of_view;
  if (camera.min_field_of_view >= camera.max_field_of_view) return camera.field_of_view;
  return std::clamp(wanted, camera.min_field_of_view, camera.max_field_of_view);
}

// Command and reply status for one sensor.
struct SensorCommand {
  std::optional<CommandData> order;
  std::string status = "Failed";
};

SensorCommand pose_command(const SensorDescription& sensor, std::string_view params) {
  std::vector<double> numbers = number_list(params);
  if (numbers.size() < 3) return {};
  numbers.resize(6, 0.0);
  const Pose pose{position_from_wire(std::span(numbers).first(3)),
                  quat_from(rotation_from_wire(std::span(numbers).last(3)))};
  return {SetSensorPose{sensor.name, pose}, "OK"};
}

SensorCommand zoom_command(const SensorDescription& camera, std::string_view params) {
  const std::optional<double> wanted = leading_number(params);
  if (!wanted) return {};
  const double reached = clamped_field_of_view(camera, *wanted);
  return {SetFieldOfView{camera.name, *wanted == 0.0 ? 0.0 : reached}, four_decimals(reached)};
}

SensorCommand sensor_command(const SensorDescription& sensor, Opcode opcode,
                             std::string_view params) {
  switch (opcode) {
    case Opcode::Reset:
      return {ResetSensor{sensor.name}, "OK"};
    case Opcode::Scan:
      return {ScanNow{sensor.name}, "OK"};
    case Opcode::SetPose:
      return pose_command(sensor, params);
    case Opcode::Zoom:
      return zoom_command(sensor, params);
    case Opcode::ReadTag:
    case Opcode::WriteTag:
      break;
  }
  return {};
}

SetResult failed(std::string_view type, std::string_view name) {
  return {.type = sanitize(type), .parts = {{sanitize(name), "Failed"}}};
}

// Params: <id>, or <id> <memory>. The result is known only after execution.
std::optional<CommandData> tag_command(Opcode opcode, std::string_view params) {
  constexpr std::size_t kMaxTagMemory = 256;
  const std::optional<double> id = leading_number(params);
  if (!id || std::abs(*id) > 2e9) return std::nullopt;
  const int number = static_cast<int>(*id);
  if (opcode == Opcode::ReadTag) return ReadTag{number};
  const std::size_t blank = params.find_first_of(", \t");
  std::string_view memory = blank == std::string_view::npos ? "" : params.substr(blank);
  memory.remove_prefix(std::min(memory.find_first_not_of(", \t"), memory.size()));
  return WriteTag{number, sanitize(memory, kMaxTagMemory)};
}

SetResult set_sensors(const SettableKind& settable, std::string_view name, std::string_view params,
                      const RobotDescription& robot) {
  const std::vector<const SensorDescription*> sensors = find_sensors(robot, settable.kind, name);
  if (sensors.empty()) return failed(settable.type, name);
  SetResult result{.type = settable.type};
  if (settable.meaning == Opcode::ReadTag || settable.meaning == Opcode::WriteTag) {
    const std::optional<CommandData> order = tag_command(settable.meaning, params);
    if (!order) return failed(settable.type, wire_name(*sensors.front()));
    result.commands.push_back(*order);
    return result;
  }
  for (const SensorDescription* sensor : sensors) {
    const SensorCommand part = sensor_command(*sensor, settable.meaning, params);
    if (part.order) result.commands.push_back(*part.order);
    result.parts.push_back({wire_name(*sensor), part.status});
  }
  return result;
}

// Viewports are ignored without a reply: the image server assigns its tiles itself.
bool is_viewport_command(const Line& line, std::string_view type) {
  if (equal_without_case(type, "Viewports")) return true;
  return equal_without_case(type, "Camera") && !line.find("Opcode");
}

}  // namespace

SetResult parse_set(const Line& line, const RobotDescription& robot) {
  const std::string_view type = line.find("Type").value_or("");
  const std::string_view name = line.find("Name").value_or("");
  const std::string_view opcode = line.find("Opcode").value_or("");
  if (type.empty()) return {};
  if (equal_without_case(type, "Joint")) return parse_set_joint(line, robot);
  if (equal_without_case(type, "RFIDReleaser") && equal_without_case(opcode, "Release"))
    return {.commands = {DropTag{}}, .type = "RFIDReleaser"};
  if (equal_without_case(type, "RelayReleaser") && equal_without_case(opcode, "Release"))
    return {.commands = {DropRelay{}}, .type = "RelayReleaser"};
  if (is_viewport_command(line, type)) {
    const std::optional<std::string_view> view = line.find("FOV");
    if (!view) return {};
    return set_sensors(*find_settable("Camera", "FOV"), name, *view, robot);
  }
  const SettableKind* settable = find_settable(type, opcode);
  if (settable == nullptr) return failed(type, name);
  return set_sensors(*settable, name, params_of(line), robot);
}

}  // namespace rubble::usarsim
