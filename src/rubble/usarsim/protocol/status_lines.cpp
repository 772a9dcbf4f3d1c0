// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/status_lines.h"

#include <algorithm>

#include "rubble/usarsim/protocol/frames.h"
#include "rubble/usarsim/protocol/line_text.h"
#include "rubble/usarsim/protocol/type_words.h"

namespace rubble::usarsim {
namespace {

constexpr int kNoBattery = 99999;  // UDK's value for a robot without a battery
constexpr int kFullLight = 100;

int battery_seconds(const RobotDescription& robot, const RobotStatus& status) {
  if (robot.battery <= 0.0) return kNoBattery;
  return static_cast<int>(std::clamp(status.battery, 0.0, double{kNoBattery}));
}

bool has_steering(VehicleKind vehicle) {
  return vehicle == VehicleKind::Ground || vehicle == VehicleKind::Nautic;
}

void append_steering(LineText& line, const RobotStatus& status) {
  line.open("FrontSteer").truncated(-status.front_steer).close();
  line.open("RearSteer").truncated(-status.rear_steer).close();
}

// UDK prints the steering angles of a skid-steered robot, always zero, as integers.
void append_udk_steering(LineText& line, const RobotDescription& robot, const RobotStatus& status) {
  if (robot.steering == SteeringKind::Ackermann) {
    append_steering(line, status);
  } else {
    line.segment("FrontSteer", "0").segment("RearSteer", "0");
  }
}

void append_joints(LineText& line, const RobotDescription& robot, const RobotStatus& status) {
  const std::size_t count = std::min(robot.flippers.size(), status.flippers.size());
  for (std::size_t i = 0; i < count; ++i)
    line.open(robot.flippers[i].name).truncated(status.flippers[i].position).close();
}

void append_light(LineText& line, bool is_on, int intensity) {
  line.open("LightToggle").flag(is_on).close();
  line.open("LightIntensity").integer(intensity).close();
}

void append_classic_status(LineText& line, const RobotDescription& robot, const RobotStatus& status,
                           Dialect dialect) {
  line.segment("Type", vehicle_word(robot.vehicle, dialect)).time(status.tick, dialect);
  if (has_steering(robot.vehicle)) append_steering(line, status);
  if (robot.vehicle == VehicleKind::Nautic) line.segment("SternPlaneAngle", "0.0000");
  append_joints(line, robot, status);
  append_light(line, status.light_is_on, status.light_is_on ? kFullLight : 0);
  line.open("Battery").integer(battery_seconds(robot, status)).close();
  line.segment("View", "-1");
}

void append_udk_status(LineText& line, const RobotDescription& robot, const RobotStatus& status) {
  line.time(status.tick, Dialect::Udk);
  line.open("Battery").integer(battery_seconds(robot, status)).close();
  if (robot.vehicle == VehicleKind::Aerial) return;
  line.segment("Type", vehicle_word(robot.vehicle, Dialect::Udk));
  if (has_steering(robot.vehicle)) {
    append_light(line, status.light_is_on, kFullLight);
    append_udk_steering(line, robot, status);
  }
  append_joints(line, robot, status);
}

// Links are numbered from 1.
void append_package(std::string& text, const PackageDescription& package,
                    const std::vector<JointStatus>& joints, Tick tick, Dialect dialect) {
  LineText line(text, dialect == Dialect::Udk ? "ASTA" : "MISSTA");
  line.time(tick, dialect).segment("Name", package.name);
  const std::size_t count = std::min(package.joints.size(), joints.size());
  for (std::size_t i = 0; i < count; ++i) {
    line.open("Link").integer(static_cast<std::int64_t>(i) + 1).close();
    line.open("Value").truncated(wire_angle(package.joints[i], joints[i].position)).close();
    if (dialect != Dialect::Udk)
      line.open("Torque").rounded(wire_angle(package.joints[i], joints[i].effort), 2).close();
  }
  line.end();
}

}  // namespace

std::string status_line(const RobotDescription& robot, const RobotStatus& status, Dialect dialect) {
  std::string text;
  LineText line(text, "STA");
  if (dialect == Dialect::Udk) {
    append_udk_status(line, robot, status);
  } else {
    append_classic_status(line, robot, status, dialect);
  }
  line.end();
  return text;
}

std::string package_lines(const RobotDescription& robot, const RobotStatus& status,
                          Dialect dialect) {
  std::string text;
  const std::size_t count = std::min(robot.packages.size(), status.packages.size());
  for (std::size_t i = 0; i < count; ++i)
    append_package(text, robot.packages[i], status.packages[i], status.tick, dialect);
  return text;
}

std::string result_line(Tick tick, const std::string& type, const std::string& name,
                        const std::string& status, Dialect dialect) {
  std::string text;
  if (dialect == Dialect::Udk) return text;
  LineText line(text, "RES");
  line.time(tick, dialect).segment("Type", type).segment("Name", name).segment("Status", status);
  line.end();
  return text;
}

// The original server omits some closing braces here; the same parsers read closed segments.
std::string object_line(const std::string& name, const Vec3& size, const Pose& world_from_object,
                        const std::string& memory) {
  std::string text;
  LineText line(text, "STA");
  line.segment("Name", name);
  line.open("Size").truncated(size).close();
  line.open("Location").truncated(flipped(world_from_object.position)).close();
  line.segment("Memory", memory);
  line.open("Rotation").truncated(wire_rotation(world_from_object.rotation)).close();
  line.end();
  return text;
}

}  // namespace rubble::usarsim
