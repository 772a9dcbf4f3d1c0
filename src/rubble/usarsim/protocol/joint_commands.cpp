// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/command_parsers.h"
#include "rubble/usarsim/protocol/joints.h"
#include "rubble/usarsim/protocol/wire_conversion.h"

namespace rubble::usarsim {
namespace {

bool selects_all_joints(std::string_view name) {
  return equal_without_case(name, "AllAngles") || equal_without_case(name, "AllJoints");
}

// One value for all joints, or one value per joint in order.
std::vector<CommandData> commands_for_all(const RobotDescription& robot,
                                          const std::vector<double>& values) {
  std::vector<CommandData> commands;
  const std::vector<MovableJoint> joints = movable_joints(robot);
  for (std::size_t i = 0; i < joints.size() && commands.size() < kMaxOrdersPerLine; ++i) {
    if (values.size() > 1 && i >= values.size()) break;
    const double value = values.size() > 1 ? values[i] : values[0];
    commands.emplace_back(joint_command(joints[i], JointControlMode::Angle, value));
  }
  return commands;
}

}  // namespace

// Stiffness is acknowledged but ignored: joints always use the full torque of their motors.
SetResult parse_set_joint(const Line& line, const RobotDescription& robot) {
  const std::string_view name = line.find("Name").value_or("");
  const std::string_view opcode = line.find("Opcode").value_or("");
  const std::vector<double> values = number_list(params_of(line));
  const bool is_all = selects_all_joints(name);
  const MovableJoint joint = is_all ? MovableJoint{} : find_joint(robot, name);
  const bool is_stiffness = equal_without_case(opcode, "Stiffness");
  const bool is_angle = equal_without_case(opcode, "Angle") || equal_without_case(opcode, "Target");
  const bool exists = is_all ? !movable_joints(robot).empty() : joint.joint != nullptr;

  SetResult result{.type = "Joint", .parts = {{sanitize(name), "Failed"}}};
  if (!exists || values.empty() || (!is_angle && !is_stiffness)) return result;
  result.parts.front().status = "OK";
  if (is_stiffness) return result;
  if (is_all)
    result.commands = commands_for_all(robot, values);
  else
    result.commands.emplace_back(joint_command(joint, JointControlMode::Angle, values.front()));
  return result;
}

}  // namespace rubble::usarsim
