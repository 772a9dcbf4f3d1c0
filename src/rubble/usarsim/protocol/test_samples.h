// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rubble/messages/description.h"
#include "rubble/messages/reading.h"
#include "rubble/usarsim/protocol/sensor_lines.h"

namespace rubble::usarsim {

// The tick nearest to a time in a message.
inline Tick tick_near(double seconds) { return static_cast<Tick>(seconds * 240.0 + 0.5); }

inline SensorDescription plain_sensor(std::string name, SensorKind kind) {
  SensorDescription sensor;
  sensor.name = std::move(name);
  sensor.kind = kind;
  return sensor;
}

// A sensor and its reading.
struct Sample {
  SensorDescription sensor;
  ReadingData data;
};

inline std::string lines_of(const std::vector<Sample>& samples, const WireSettings& settings,
                            double seconds = 3104.57) {
  RobotDescription robot;
  std::vector<Reading> readings;
  for (const Sample& sample : samples) {
    robot.sensors.push_back(sample.sensor);
    readings.push_back({tick_near(seconds), "R1", sample.sensor.name, sample.data});
  }
  return sensor_lines(robot, readings, settings);
}

inline std::string line_of(const char* name, SensorKind kind, ReadingData data, Dialect dialect) {
  return lines_of({{plain_sensor(name, kind), std::move(data)}}, {.dialect = dialect});
}

// The P2AT of the captured messages.
inline RobotDescription sample_p2at() {
  RobotDescription robot;
  robot.name = "R1";
  robot.robot_class = "P2AT";
  robot.vehicle = VehicleKind::Ground;
  robot.steering = SteeringKind::SkidSteered;
  robot.mass = 14.0;
  robot.max_speed = 5.385;
  robot.max_torque = 60.0;
  robot.size = {0.5238, 0.4968, 0.2913};
  robot.wheel_radius = 0.13;
  robot.wheel_separation = 0.4712;
  robot.wheel_base = 0.2884;
  robot.battery = 1200.0;
  return robot;
}

inline PackageDescription sample_pan_tilt() {
  PackageDescription package;
  package.name = "CameraPanTilt";
  package.is_mission_package = true;
  JointDescription pan;
  pan.name = "pan";
  pan.axis_base = Vec3::UnitZ();
  pan.lower = -1e16;
  pan.upper = 1e16;
  pan.max_speed = 0.17;
  pan.max_effort = 20.0;
  pan.base_from_joint = make_pose(0.1239, 0.0, 0.2036, 0.0, 0.0, 0.0);
  JointDescription tilt = pan;
  tilt.name = "tilt";
  tilt.axis_base = Vec3::UnitY();
  tilt.lower = -0.4;
  tilt.upper = 0.16;
  tilt.base_from_joint = make_pose(0.1239, 0.0, 0.2635, 0.0, 0.0, 0.0);
  package.joints = {pan, tilt};
  return package;
}

}  // namespace rubble::usarsim
