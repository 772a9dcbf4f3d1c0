// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "rubble/messages/command_data.h"
#include "rubble/messages/description.h"

namespace rubble::usarsim {

// A joint that clients can command.
struct MovableJoint {
  const JointDescription* joint = nullptr;  // null: not found
  bool is_flipper = false;
};

// Flippers first, then the joints of packages, in the order of the description.
std::vector<MovableJoint> movable_joints(const RobotDescription& robot);
// Case-insensitive.
MovableJoint find_joint(const RobotDescription& robot, std::string_view name);
// Command for a value in protocol units and axes, clamped to the limits of the joint.
MoveJoint joint_command(const MovableJoint& joint, JointControlMode order, double wire_value);
// {Order n}: 1 = speed, 2 = effort, anything else = angle.
JointControlMode joint_control_mode(double number);

}  // namespace rubble::usarsim
