// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/joints.h"

#include <algorithm>

#include "rubble/usarsim/protocol/frames.h"
#include "rubble/usarsim/protocol/line.h"
#include "rubble/usarsim/protocol/wire_conversion.h"

namespace rubble::usarsim {
namespace {

constexpr double kDefaultJointLimit = 1e4;  // rad or m, for joints without limits

double within_limits(const JointDescription& joint, JointControlMode order, double value) {
  value = clamp_magnitude(value, kDefaultJointLimit);
  if (order == JointControlMode::Angle)
    return joint.lower < joint.upper ? std::clamp(value, joint.lower, joint.upper) : value;
  const double limit = order == JointControlMode::Speed ? joint.max_speed : joint.max_effort;
  return limit > 0.0 ? clamp_magnitude(value, limit) : value;
}

}  // namespace

std::vector<MovableJoint> movable_joints(const RobotDescription& robot) {
  std::vector<MovableJoint> joints;
  for (const JointDescription& flipper : robot.flippers) joints.push_back({&flipper, true});
  for (const PackageDescription& package : robot.packages)
    for (const JointDescription& joint : package.joints) joints.push_back({&joint, false});
  return joints;
}

MovableJoint find_joint(const RobotDescription& robot, std::string_view name) {
  for (const MovableJoint& joint : movable_joints(robot))
    if (equal_without_case(joint.joint->name, name)) return joint;
  return {};
}

MoveJoint joint_command(const MovableJoint& joint, JointControlMode order, double wire_value) {
  const double value = joint.is_flipper ? wire_value : wire_angle(*joint.joint, wire_value);
  return {joint.joint->name, order, within_limits(*joint.joint, order, value)};
}

JointControlMode joint_control_mode(double number) {
  if (number == 1.0) return JointControlMode::Speed;
  return number == 2.0 ? JointControlMode::Effort : JointControlMode::Angle;
}

}  // namespace rubble::usarsim
