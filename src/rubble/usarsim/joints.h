// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "rubble/messages/command_data.h"
#include "rubble/messages/description.h"

namespace rubble::usarsim {

// A joint of a robot that clients move.
struct MovableJoint {
  const JointDescription* joint = nullptr;  // null: there is none
  bool is_flipper = false;
};

// Flippers first, then the joints of packages, as described.
std::vector<MovableJoint> movable_joints(const RobotDescription& robot);
// By its name, without case.
MovableJoint find_joint(const RobotDescription& robot, std::string_view name);
// A value of the wire as an order, within the joint's limits.
MoveJoint joint_command(const MovableJoint& joint, JointControlMode order, double wire_value);
// The wire's 0, 1, 2; what is none of them is an angle.
JointControlMode joint_control_mode(double number);

}  // namespace rubble::usarsim
