// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/description_lines.h"

#include "rubble/usarsim/protocol/line.h"
#include "rubble/usarsim/protocol/line_text.h"
#include "rubble/usarsim/protocol/package_descriptions.h"
#include "rubble/usarsim/protocol/sensor_configurations.h"
#include "rubble/usarsim/protocol/type_words.h"
#include "rubble/usarsim/protocol/udk_names.h"

namespace rubble::usarsim {
namespace {

// --- the robot -------------------------------------------------------------------------------

bool has_wheels(const RobotDescription& robot) { return robot.vehicle == VehicleKind::Ground; }

// UDK prints the class with its package, and before the type.
void append_robot_head(LineText& line, const RobotDescription& robot, Dialect dialect) {
  const char* vehicle = vehicle_word(robot.vehicle, dialect);
  if (dialect == Dialect::Udk) {
    line.segment("Name", "USARBot." + robot.robot_class).segment("Type", vehicle);
  } else {
    line.segment("Type", vehicle).segment("Name", robot.robot_class);
  }
}

// UDK prints the limit of a robot without steering as an integer.
void append_steer_limit(LineText& line, const char* name, double limit, Dialect dialect) {
  if (dialect == Dialect::Udk && limit == 0.0) {
    line.segment(name, "0");
  } else {
    line.open(name).truncated(limit).close();
  }
}

std::string robot_configuration(const RobotDescription& robot, Dialect dialect) {
  std::string text;
  LineText line(text, "CONF");
  append_robot_head(line, robot, dialect);
  line.segment("SteeringType", steering_word(robot.steering));
  line.open("Mass").truncated(round_noise(robot.mass)).close();
  line.open("MaxSpeed").truncated(robot.max_speed).close();
  line.open("MaxTorque").truncated(robot.max_torque).close();
  append_steer_limit(line, "MaxFrontSteer", robot.max_front_steer, dialect);
  append_steer_limit(line, "MaxRearSteer", robot.max_rear_steer, dialect);
  line.end();
  return text;
}

Vec3 dimensions(const RobotDescription& robot, Dialect dialect) {
  Vec3 size = robot.size;
  if (dialect == Dialect::Udk && has_wheels(robot))
    size = {robot.wheel_base, robot.wheel_separation, 0.0};
  return size.unaryExpr([](double value) { return round_noise(value); });
}

std::string robot_geometry(const RobotDescription& robot, Dialect dialect) {
  std::string text;
  LineText line(text, "GEO");
  append_robot_head(line, robot, dialect);
  line.open("Dimensions").truncated(dimensions(robot, dialect)).close();
  line.open("COG").truncated(wire_location(robot.center_of_mass)).close();
  if (has_wheels(robot)) {
    line.open("WheelRadius").truncated(round_noise(robot.wheel_radius)).close();
    line.open("WheelSeparation").truncated(round_noise(robot.wheel_separation)).close();
    line.open("WheelBase").truncated(round_noise(robot.wheel_base)).close();
  }
  line.end();
  return text;
}

// --- mounting of sensors ---------------------------------------------------------------------

const JointDescription* carrier_of(const RobotDescription& robot, const SensorDescription& sensor) {
  for (const PackageDescription& package : robot.packages)
    if (package.name == sensor.mount && sensor.mount_link >= 1 &&
        static_cast<std::size_t>(sensor.mount_link) <= package.joints.size())
      return &package.joints[static_cast<std::size_t>(sensor.mount_link) - 1];
  return nullptr;
}

struct Mounting {
  Vec3 location;
  Vec3 orientation;
  bool is_on_body = true;
};

// The original servers gave the pose of a sensor on an arm relative to the link that carries it.
// Compat gives all poses relative to the base, as simple clients assume.
Mounting mounting_of(const RobotDescription& robot, const SensorDescription& sensor,
                     Dialect dialect) {
  const JointDescription* carrier =
      dialect == Dialect::Compat ? nullptr : carrier_of(robot, sensor);
  if (carrier == nullptr)
    return {wire_location(sensor.base_from_sensor.position),
            wire_rotation(sensor.base_from_sensor.rotation)};
  const Pose pose = carrier->base_from_joint.inverse() * sensor.base_from_sensor;
  return {wire_location(pose.position), wire_rotation(pose.rotation), false};
}

void append_classic_mounting(LineText& line, const RobotDescription& robot,
                             const SensorDescription& sensor, Dialect dialect) {
  const Mounting mounting = mounting_of(robot, sensor, dialect);
  line.open("Name").word(wire_name(sensor));
  line.next("Location").truncated(mounting.location);
  line.next("Orientation").truncated(mounting.orientation);
  if (mounting.is_on_body) {
    line.next("Mount").word("HARD").close();
  } else {
    line.next("Mount").word(sensor.mount).word("_Link").integer(sensor.mount_link).close();
  }
}

void append_udk_mounting(LineText& line, const RobotDescription& robot,
                         const SensorDescription& sensor) {
  const Mounting mounting = mounting_of(robot, sensor, Dialect::Udk);
  line.segment("Name", wire_name(sensor));
  line.open("Location").rounded(mounting.location).close();
  line.open("Orientation").rounded(mounting.orientation).close();
  if (mounting.is_on_body) {
    line.open_without_blank("Mount").word(robot.robot_class).close();
  } else {
    line.open_without_blank("Mount").word(sensor.mount).close();
    line.open_without_blank("MountLink").integer(sensor.mount_link).close();
  }
}

// --- sensors ---------------------------------------------------------------------------------

// One line: the head, then each matching sensor.
template <class Body>
std::string sensors_line(const RobotDescription& robot, const std::string& type,
                         const std::string& name, const char* keyword, Body append_body) {
  std::string text;
  LineText line(text, keyword);
  bool has_one = false;
  for (const SensorDescription& sensor : robot.sensors) {
    if (!matches_type(sensor, type)) continue;
    if (!name.empty() && !matches_name(sensor, name)) continue;
    if (!has_one) line.segment("Type", type_word(sensor));
    append_body(line, sensor);
    has_one = true;
  }
  line.end();
  return has_one ? text : std::string();
}

}  // namespace

std::string configuration_lines(const RobotDescription& robot, const std::string& type,
                                const std::string& name, Dialect dialect) {
  if (matches_vehicle_type(robot.vehicle, type)) return robot_configuration(robot, dialect);
  if (equal_without_case(type, "MisPkg")) return mission_package_configuration(robot, name);
  if (equal_without_case(type, "Actuator")) return actuator_configuration(robot, name);
  return sensors_line(robot, type, name, "CONF",
                      [dialect](LineText& line, const SensorDescription& sensor) {
                        line.segment("Name", wire_name(sensor));
                        append_configuration(line, sensor, dialect);
                      });
}

std::string geometry_lines(const RobotDescription& robot, const std::string& type,
                           const std::string& name, Dialect dialect) {
  if (matches_vehicle_type(robot.vehicle, type)) return robot_geometry(robot, dialect);
  if (equal_without_case(type, "MisPkg")) return mission_package_geometry(robot, name);
  if (equal_without_case(type, "Actuator")) return actuator_geometry(robot, name);
  return sensors_line(robot, type, name, "GEO",
                      [&robot, dialect](LineText& line, const SensorDescription& sensor) {
                        if (dialect == Dialect::Udk) {
                          append_udk_mounting(line, robot, sensor);
                        } else {
                          append_classic_mounting(line, robot, sensor, dialect);
                        }
                      });
}

}  // namespace rubble::usarsim
