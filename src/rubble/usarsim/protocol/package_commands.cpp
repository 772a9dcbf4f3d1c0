// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "rubble/usarsim/protocol/command_parsers.h"
#include "rubble/usarsim/protocol/joints.h"

namespace rubble::usarsim {
namespace {

// By name, case-insensitive. The name may be omitted if the robot has a single package.
const PackageDescription* find_package(const Line& line, const RobotDescription& robot) {
  const std::optional<std::string_view> name = line.find("Name");
  if (!name) return robot.packages.size() == 1 ? &robot.packages.front() : nullptr;
  for (const PackageDescription& package : robot.packages)
    if (equal_without_case(package.name, *name)) return &package;
  return nullptr;
}

// {Link i} {Value v} [{Order o}], repeated.
struct LinkArguments {
  double link = 0.0;
  std::optional<double> value;
  std::optional<double> order;
};

std::vector<LinkArguments> link_arguments(const Line& line) {
  std::vector<LinkArguments> links;
  for (const Segment& segment : line.segments) {
    const std::optional<double> number = leading_number(segment.value);
    if (equal_without_case(segment.name, "Link")) {
      if (links.size() == kMaxOrdersPerLine) break;
      links.push_back({number.value_or(-1.0)});
    } else if (links.empty()) {
      continue;
    } else if (equal_without_case(segment.name, "Value")) {
      if (!links.back().value) links.back().value = number;
    } else if (equal_without_case(segment.name, "Order")) {
      if (!links.back().order) links.back().order = number;
    }
  }
  return links;
}

std::vector<CommandData> link_commands(const Line& line, const PackageDescription& package,
                                       int first_link) {
  std::vector<CommandData> commands;
  for (const LinkArguments& words : link_arguments(line)) {
    const double index = std::trunc(words.link) - first_link;
    if (!words.value || index < 0.0 || index >= static_cast<double>(package.joints.size()))
      continue;
    const JointDescription& joint = package.joints[static_cast<std::size_t>(index)];
    commands.emplace_back(
        joint_command({&joint}, joint_control_mode(words.order.value_or(0.0)), *words.value));
  }
  return commands;
}

// The first joint whose axis is closest to `axis` (0 = x, 1 = y, 2 = z), else the joint at index
// `place`.
const JointDescription* joint_about(const PackageDescription& package, Eigen::Index axis,
                                    std::size_t place) {
  for (const JointDescription& joint : package.joints) {
    Eigen::Index dominant = 0;
    joint.axis_base.cwiseAbs().maxCoeff(&dominant);
    if (dominant == axis) return &joint;
  }
  return place < package.joints.size() ? &package.joints[place] : nullptr;
}

// {Rotation 0,pan,tilt} {Order n}: pan-tilt command of older clients.
std::vector<CommandData> rotation_commands(const Line& line, const PackageDescription& package) {
  const std::optional<std::vector<double>> angles = line.numbers("Rotation", 3);
  if (!angles) return {};
  const JointControlMode kind = joint_control_mode(line.number("Order").value_or(0.0));
  const JointDescription* pan = joint_about(package, 2, 0);
  const JointDescription* tilt = joint_about(package, 1, 1);
  std::vector<CommandData> commands;
  if (pan != nullptr && pan != tilt)
    commands.emplace_back(joint_command({pan}, kind, (*angles)[1]));
  if (tilt != nullptr) commands.emplace_back(joint_command({tilt}, kind, (*angles)[2]));
  return commands;
}

}  // namespace

// Grippers and sequences are ignored: no robot has them.
std::vector<CommandData> parse_mission_package(const Line& line, const RobotDescription& robot) {
  const PackageDescription* package = find_package(line, robot);
  if (package == nullptr) return {};
  std::vector<CommandData> commands = link_commands(line, *package, 1);
  return commands.empty() ? rotation_commands(line, *package) : commands;
}

std::vector<CommandData> parse_actuator(const Line& line, const RobotDescription& robot) {
  const PackageDescription* package = find_package(line, robot);
  return package == nullptr ? std::vector<CommandData>{} : link_commands(line, *package, 0);
}

}  // namespace rubble::usarsim
