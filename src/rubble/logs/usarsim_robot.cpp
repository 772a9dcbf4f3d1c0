// SPDX-License-Identifier: Apache-2.0
#include "rubble/logs/usarsim_robot.h"

#include <algorithm>

#include "rubble/base/text.h"
#include "rubble/logs/log_robot.h"
#include "rubble/usarsim/protocol/type_words.h"

namespace rubble::logs {
namespace {

constexpr std::size_t kMaxSensors = 256;

// Logs do not name the steering: that of most vehicles of a kind.
SteeringKind usual_steering(VehicleKind vehicle) {
  if (vehicle == VehicleKind::Ground) return SteeringKind::SkidSteered;
  return vehicle == VehicleKind::Aerial ? SteeringKind::RotaryWing : SteeringKind::None;
}

std::string_view first_word(std::string_view text) { return text.substr(0, text.find(' ')); }

// "USARBot.P2AT" is a P2AT.
std::string class_word(std::string_view text) {
  const std::size_t dot = text.rfind('.');
  return std::string(dot == std::string_view::npos ? text : text.substr(dot + 1));
}

double largest_of(std::string_view list) {
  double largest = 0.0;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    largest = std::max(largest, parse_number(list.substr(0, comma)).value_or(0.0));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return largest;
}

}  // namespace

RobotGuess::RobotGuess() : robot_(usual_robot("R1")) {}

void RobotGuess::look_at(const LoggedMessage& message) {
  if (message.keyword == "SEN") return look_at_sensors(message);
  if (message.keyword == "MISSTA" || message.keyword == "ASTA") return look_at_package(message);
  if (message.keyword == "INIT") {
    if (!message.value("ClassName").empty())
      robot_.robot_class = class_word(message.value("ClassName"));
    if (!message.value("Name").empty()) robot_.name = message.value("Name");
    return;
  }
  const auto vehicle = usarsim::vehicle_of(message.value("Type"));
  if (!vehicle) return;
  robot_.vehicle = *vehicle;
  robot_.steering = usual_steering(*vehicle);
  const bool names_class = message.keyword == "CONF" || message.keyword == "GEO";
  if (names_class && !message.value("Name").empty())
    robot_.robot_class = class_word(message.value("Name"));
}

void RobotGuess::look_at_sensors(const LoggedMessage& message) {
  const auto kind = usarsim::sensor_kind_of(message.value("Type"));
  if (!kind) return;
  for (const usarsim::Segment& segment : message.segments) {
    if (segment.name != "Name" || robot_.sensors.size() >= kMaxSensors) continue;
    SensorDescription& sensor = sensor_called(*kind, first_word(segment.value));
    ++messages_[sensor.name];
    if (*kind != SensorKind::RangeScanner) continue;
    sensor.resolution = message.number("Resolution").value_or(sensor.resolution);
    sensor.field_of_view = message.number("FOV").value_or(sensor.field_of_view);
    // Where nothing is in range the wire has the largest range.
    sensor.max_range = std::max(sensor.max_range, largest_of(message.value("Range")));
  }
}

SensorDescription& RobotGuess::sensor_called(SensorKind kind, std::string_view name) {
  for (SensorDescription& sensor : robot_.sensors)
    if (sensor.kind == kind && sensor.name == name) return sensor;
  SensorDescription sensor;
  sensor.name = name;
  sensor.kind = kind;
  if (kind == SensorKind::Sonar) {
    sensor.min_range = 0.1;
    sensor.max_range = 5.0;
    sensor.beam_angle = 0.3491;
  }
  return robot_.sensors.emplace_back(std::move(sensor));
}

void RobotGuess::look_at_package(const LoggedMessage& message) {
  const std::string_view name = message.value("Name");
  for (const PackageDescription& package : robot_.packages)
    if (package.name == name) return;
  if (robot_.packages.size() >= kMaxSensors) return;
  PackageDescription package;
  package.name = name;
  package.is_mission_package = message.keyword == "MISSTA";
  for (const usarsim::Segment& segment : message.segments) {
    if (segment.name != "Link") continue;
    JointDescription joint;
    joint.name = package.name + "_" + std::string(segment.value);
    joint.lower = -kPi;
    joint.upper = kPi;
    package.joints.push_back(std::move(joint));
  }
  robot_.packages.push_back(std::move(package));
}

RobotDescription RobotGuess::robot(double duration) const {
  RobotDescription robot = robot_;
  for (SensorDescription& sensor : robot.sensors)
    if (duration > 0.0) sensor.rate = messages_.at(sensor.name) / duration;
  return robot;
}

}  // namespace rubble::logs
