// SPDX-License-Identifier: Apache-2.0
#include "rubble/pilots/joystick.h"

#include <algorithm>
#include <cmath>

#include "rubble/pilots/side_speeds.h"
#include "rubble/robots/drive.h"
#include "rubble/robots/measures.h"

namespace rubble::pilots {
namespace {

double share(double push) { return std::isfinite(push) ? std::clamp(push, -1.0, 1.0) : 0.0; }

// Both ways alike, by the narrower side.
double max_steering_angle(const Model& model, Axle axle) {
  double widest = 0.0;
  for (const SteerSpec& steer : model.robot->steers) {
    const int joint = model.find_joint(steer.joint);
    if (steer.axle != axle || joint < 0) continue;
    const JointAxis& axis = model.joints[static_cast<std::size_t>(joint)].axis;
    widest = std::max(widest, std::min({-axis.lower, axis.upper, kPi / 3}));
  }
  return widest;
}

// A side that cannot run faster slows the other one, so that the turn stays.
DriveSides sides_for(double ahead, double turn, double max_speed) {
  const double scale = max_speed / std::max(1.0, std::abs(ahead) + std::abs(turn));
  return {scale * (ahead - turn), scale * (ahead + turn)};
}

}  // namespace

Command drive_command(const Model& model, const std::string& robot,
                      const JoystickCommand& joystick) {
  if (!model.robot) return {robot, DriveSides{}};
  const RobotSpec& spec = *model.robot;
  const double ahead = share(joystick.forward), turn = share(joystick.turn);
  switch (spec.drive) {
    case DriveKind::Quadrotor:
      return {robot, DriveFlight{ahead * spec.max_speed, share(joystick.left) * spec.max_speed,
                                 share(joystick.up) * spec.max_speed, turn * robots::kMaxYawRate}};
    case DriveKind::Ackermann:
      return {robot,
              DriveSteered{ahead * spec.max_speed, turn * max_steering_angle(model, Axle::Front),
                           -turn * max_steering_angle(model, Axle::Rear)}};
    default:
      return {robot, sides_for(ahead, turn, spec.max_speed)};
  }
}

double max_curvature(const Model& model) {
  if (!model.robot || model.robot->drive != DriveKind::Ackermann) return 0.0;
  const double base = robots::measure(model).base;
  if (base <= 0.0) return 0.0;
  return (std::tan(max_steering_angle(model, Axle::Front)) +
          std::tan(max_steering_angle(model, Axle::Rear))) /
         base;
}

TopSpeeds top_speeds(const Model& model) {
  if (!model.robot || model.robot->drive == DriveKind::None) return {};
  const RobotSpec& spec = *model.robot;
  if (spec.drive == DriveKind::Quadrotor) return {spec.max_speed, robots::kMaxYawRate};
  const robots::Measures measures = robots::measure(model);
  const double ahead = spec.max_speed * measures.wheel_radius;
  if (spec.drive == DriveKind::Ackermann) return {ahead, ahead * max_curvature(model)};
  const double lever = measures.separation / 2 * slip_factor(measures, spec.drive);
  return {ahead, lever > 0.0 ? ahead / lever : 0.0};
}

}  // namespace rubble::pilots
