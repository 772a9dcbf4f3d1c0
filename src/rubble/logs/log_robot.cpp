// SPDX-License-Identifier: Apache-2.0
#include "rubble/logs/log_robot.h"

#include <filesystem>

namespace rubble::logs {

RobotDescription usual_robot(const std::string& name) {
  RobotDescription robot;
  robot.name = name;
  robot.robot_class = "P2AT";
  robot.vehicle = VehicleKind::Ground;
  robot.steering = SteeringKind::SkidSteered;
  robot.mass = 14.0;
  robot.max_speed = 5.385;
  robot.max_torque = 60.0;
  robot.size = Vec3(0.5238, 0.4968, 0.2913);
  robot.wheel_radius = 0.13;
  robot.wheel_separation = 0.4712;
  robot.wheel_base = 0.2884;
  robot.battery = 1200.0;
  return robot;
}

Arena usual_arena(const std::string& path) {
  std::string name = std::filesystem::path(path).filename().string();
  const std::size_t end = name.find('.', 1);
  if (end != std::string::npos) name.resize(end);
  // Braces and line ends would break protocol lines.
  for (char& letter : name)
    if (letter == '{' || letter == '}' || static_cast<unsigned char>(letter) <= ' ') letter = '_';
  return {name, 0, {{"RobotStart1", Pose{}}}};
}

}  // namespace rubble::logs
