// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/udk_names.h"

#include <algorithm>

#include "rubble/usarsim/protocol/line.h"

namespace rubble::usarsim {
namespace {

struct UdkName {
  SensorKind kind;
  const char* name;
  const char* udk;
};

// As on UDK's P3AT.
constexpr UdkName kUdkNames[] = {
    {SensorKind::GroundTruth, "GroundTruth", "GndTruth"},
    {SensorKind::RangeScanner, "Scanner1", "lms200"},
    {SensorKind::Ins, "INS", "InsTest"},
    {SensorKind::Tachometer, "Tachometer", "TachTest"},
    {SensorKind::Encoder, "ECLeft", "W1"},
    {SensorKind::Encoder, "ECRight", "W2"},
};

constexpr std::string_view kOurStart = "RobotStart";
constexpr std::string_view kUdkStart = "Vehicle";

bool begins_with(std::string_view text, std::string_view beginning) {
  return equal_without_case(text.substr(0, beginning.size()), beginning);
}

}  // namespace

void name_sensors(RobotDescription& robot, Dialect dialect) {
  for (SensorDescription& sensor : robot.sensors) {
    sensor.wire_name.clear();
    if (dialect != Dialect::Udk) continue;
    const auto row = std::find_if(std::begin(kUdkNames), std::end(kUdkNames), [&](const auto& one) {
      return one.kind == sensor.kind && one.name == sensor.name;
    });
    if (row != std::end(kUdkNames) && robot.find_sensor(row->udk) == nullptr)
      sensor.wire_name = row->udk;
  }
}

const std::string& wire_name(const SensorDescription& sensor) {
  return sensor.wire_name.empty() ? sensor.name : sensor.wire_name;
}

bool matches_name(const SensorDescription& sensor, std::string_view name) {
  return equal_without_case(sensor.name, name) || equal_without_case(wire_name(sensor), name);
}

std::string start_name(const NamedPose& start, Dialect dialect) {
  if (dialect != Dialect::Udk || !begins_with(start.name, kOurStart)) return start.name;
  return std::string(kUdkStart) + start.name.substr(kOurStart.size());
}

const NamedPose* find_start(const Arena& arena, std::string_view name, Dialect dialect) {
  for (const NamedPose& start : arena.starts)
    if (equal_without_case(start.name, name)) return &start;
  for (const NamedPose& start : arena.starts)
    if (equal_without_case(start_name(start, dialect), name)) return &start;
  return nullptr;
}

}  // namespace rubble::usarsim
