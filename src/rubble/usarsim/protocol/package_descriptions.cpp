// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/package_descriptions.h"

#include <algorithm>
#include <cmath>

#include "rubble/usarsim/protocol/frames.h"
#include "rubble/usarsim/protocol/line.h"
#include "rubble/usarsim/protocol/line_text.h"

namespace rubble::usarsim {
namespace {

// A joint with larger limits is a continuous joint.
constexpr double kEndless = 1e4;  // rad

struct WireLimits {
  double lower = 0.0;
  double upper = 0.0;
};

WireLimits wire_limits(const JointDescription& joint) {
  const double first = wire_angle(joint, joint.lower);
  const double second = wire_angle(joint, joint.upper);
  return {std::min(first, second), std::max(first, second)};
}

bool is_endless(const JointDescription& joint) {
  const double way = joint.upper - joint.lower;
  return !(way >= 0.0 && way < kEndless);
}

const char* joint_word(const JointDescription& joint) {
  return joint.is_prismatic ? "Prismatic" : "Revolute";
}

LineText& append_link_number(LineText& line, std::size_t index) {
  return line.open("Link").integer(static_cast<std::int64_t>(index) + 1).close();
}

// In Classic, a lower limit above the upper one means no limits.
void append_classic_joint(LineText& line, const JointDescription& joint) {
  line.segment("JointType", joint_word(joint));
  line.open("MaxSpeed").rounded(joint.max_speed, 2).close();
  line.open("MaxTorque").rounded(joint.max_effort, 2).close();
  if (is_endless(joint)) {
    line.segment("MinRange", "1").segment("MaxRange", "0");
    return;
  }
  const WireLimits limits = wire_limits(joint);
  line.open("MinRange").rounded(limits.lower, 2).close();
  line.open("MaxRange").rounded(limits.upper, 2).close();
}

void append_udk_joint(LineText& line, const JointDescription& joint) {
  const WireLimits limits = wire_limits(joint);
  line.segment("JointType", joint_word(joint));
  line.open("MaxTorque").truncated(joint.max_effort).close();
  line.open("MinValue").truncated(limits.lower).close();
  line.open("MaxValue").truncated(limits.upper).close();
}

Pose parent_from_joint(const PackageDescription& package, std::size_t index) {
  const Pose& base_from_joint = package.joints[index].base_from_joint;
  if (index == 0) return base_from_joint;
  return package.joints[index - 1].base_from_joint.inverse() * base_from_joint;
}

void append_classic_links(LineText& line, const PackageDescription& package) {
  for (std::size_t i = 0; i < package.joints.size(); ++i) {
    const Pose pose = parent_from_joint(package, i);
    append_link_number(line, i);
    line.open("ParentLink").integer(i == 0 ? -1 : static_cast<std::int64_t>(i)).close();
    line.open("Location").truncated(wire_location(pose.position)).close();
    line.open("Orientation").truncated(wire_rotation(pose.rotation)).close();
  }
}

// Poses are relative to the parent link; that of the first link to the mount of the arm.
void append_udk_links(LineText& line, const PackageDescription& package) {
  for (std::size_t i = 0; i < package.joints.size(); ++i) {
    const Pose pose = i == 0 ? Pose{} : parent_from_joint(package, i);
    append_link_number(line, i);
    line.open("Parent").integer(static_cast<std::int64_t>(i)).close();
    line.open("Location").rounded(wire_location(pose.position)).close();
    line.open("Orientation").rounded(wire_rotation(pose.rotation)).close();
  }
  line.open("Tip").rounded(Vec3::Zero()).close();
}

// One line: the head, then each matching package after its name.
template <class Body>
std::string packages_line(const RobotDescription& robot, const std::string& name,
                          const char* keyword, const char* type, Body append_body) {
  std::string text;
  LineText line(text, keyword);
  line.segment("Type", type);
  bool has_one = false;
  for (const PackageDescription& package : robot.packages) {
    if (!name.empty() && !equal_without_case(name, package.name)) continue;
    line.segment("Name", package.name);
    append_body(line, package);
    has_one = true;
  }
  line.end();
  return has_one ? text : std::string();
}

}  // namespace

std::string mission_package_configuration(const RobotDescription& robot, const std::string& name) {
  return packages_line(robot, name, "CONF", "MisPkg",
                       [](LineText& line, const PackageDescription& package) {
                         for (std::size_t i = 0; i < package.joints.size(); ++i)
                           append_classic_joint(append_link_number(line, i), package.joints[i]);
                       });
}

std::string mission_package_geometry(const RobotDescription& robot, const std::string& name) {
  return packages_line(robot, name, "GEO", "MisPkg", append_classic_links);
}

std::string actuator_configuration(const RobotDescription& robot, const std::string& name) {
  return packages_line(robot, name, "CONF", "Actuator",
                       [](LineText& line, const PackageDescription& package) {
                         for (std::size_t i = 0; i < package.joints.size(); ++i)
                           append_udk_joint(append_link_number(line, i), package.joints[i]);
                       });
}

std::string actuator_geometry(const RobotDescription& robot, const std::string& name) {
  return packages_line(
      robot, name, "GEO", "Actuator", [&robot](LineText& line, const PackageDescription& package) {
        const Pose mounted = package.joints.empty() ? Pose{} : package.joints[0].base_from_joint;
        line.open("Location").rounded(wire_location(mounted.position)).close();
        line.open("Orientation").rounded(wire_rotation(mounted.rotation)).close();
        line.open_without_blank("Mount").word(robot.robot_class).close();
        append_udk_links(line, package);
      });
}

}  // namespace rubble::usarsim
