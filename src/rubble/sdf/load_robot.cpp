// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "rubble/base/text.h"
#include "rubble/sdf/load_parts.h"
#include "rubble/sdf/rubble_elements.h"

namespace rubble {
namespace {

template <class Thing>
std::vector<std::string> names_of(const std::vector<Thing>& things) {
  std::vector<std::string> names;
  for (const Thing& thing : things) names.push_back(thing.name);
  return names;
}

// Reads the children of <rubble:robot> and holds every name against the model.
class RobotReader {
 public:
  RobotReader(const std::string& prefix, const Model& model, LoadContext& context)
      : prefix_(prefix), model_(model), context_(context) {}

  RobotSpec read(const XmlNode& node) {
    RobotSpec robot;
    read_attribute(node, "class", robot.robot_class);
    read_choice(node, "drive", robot.drive);
    read_attribute(node, "max_speed", robot.max_speed);
    read_attribute(node, "torque", robot.torque);
    robot.reported_torque = robot.torque;
    read_attribute(node, "reported_torque", robot.reported_torque);
    read_attribute(node, "battery", robot.battery);
    read_attribute(node, "relay", robot.is_relay);
    for (const XmlNode& child : node.children) read_child(child, robot);
    check_drive(node, robot);
    return robot;
  }

 private:
  void refuse(const XmlNode& node, const std::string& why) {
    context_.fail(context_.place_of(node), "<" + node.name + "> " + why);
  }

  void check_drive(const XmlNode& node, const RobotSpec& robot) {
    const bool needs_tracks =
        robot.drive == DriveKind::Tracks || robot.drive == DriveKind::Flippers;
    const bool needs_wheels = robot.drive == DriveKind::Skid ||
                              robot.drive == DriveKind::Differential ||
                              robot.drive == DriveKind::Ackermann;
    if (model_.is_static) refuse(node, "stands in a static model, which cannot drive");
    if (needs_tracks && robot.tracks.empty()) refuse(node, "has no <rubble:track> for its drive");
    if (needs_wheels && robot.wheels.empty()) refuse(node, "has no <rubble:wheel> for its drive");
  }

  // The joint named by a wheel or a steer, which must turn.
  std::string turning_joint(const XmlNode& node) {
    const std::string name = joint(node, "joint");
    const int index = model_.find_joint(name);
    if (index >= 0 && model_.joints[static_cast<std::size_t>(index)].kind != JointKind::Revolute)
      refuse(node, "names the joint '" + name + "', which is not revolute or continuous");
    return name;
  }

  bool has_round_collision(const std::string& joint_name) const {
    const int index = model_.find_joint(joint_name);
    if (index < 0) return true;  // said already
    const int child = model_.joints[static_cast<std::size_t>(index)].child;
    const auto& collisions = model_.links[static_cast<std::size_t>(child)].collisions;
    return std::any_of(collisions.begin(), collisions.end(), [](const Collision& collision) {
      return std::holds_alternative<Cylinder>(collision.geometry) ||
             std::holds_alternative<Sphere>(collision.geometry);
    });
  }

  void read_child(const XmlNode& node, RobotSpec& robot) {
    if (node.name == "rubble:wheel") robot.wheels.push_back(wheel(node));
    if (node.name == "rubble:steer") robot.steers.push_back(steer(node));
    if (node.name == "rubble:track") robot.tracks.push_back(track(node));
    if (node.name == "rubble:flipper") robot.flippers.push_back(flipper(node));
    if (node.name == "rubble:arm" || node.name == "rubble:package")
      robot.groups.push_back(group(node));
  }

  WheelSpec wheel(const XmlNode& node) {
    WheelSpec spec;
    spec.joint = turning_joint(node);
    if (!has_round_collision(spec.joint))
      refuse(node, "wants a cylinder or sphere as collision of the wheel's link");
    read_choice(node, "side", spec.side);
    read_attribute(node, "driven", spec.is_driven);
    read_attribute(node, "rolling_resistance", spec.rolling_resistance);
    read_attribute(node, "omni", spec.is_omni);
    return spec;
  }

  SteerSpec steer(const XmlNode& node) {
    SteerSpec spec;
    spec.joint = turning_joint(node);
    read_choice(node, "axle", spec.axle);
    return spec;
  }

  TrackSpec track(const XmlNode& node) {
    TrackSpec spec;
    spec.link = prefix_ + node.attribute_or("link", "");
    read_choice(node, "side", spec.side);
    read_attribute(node, "radius", spec.radius);
    if (model_.find_link(spec.link) < 0) complain(node, "link", spec.link, names_of(model_.links));
    return spec;
  }

  FlipperSpec flipper(const XmlNode& node) {
    FlipperSpec spec;
    spec.joint = joint(node, "joint");
    read_choice(node, "side", spec.side);
    read_attribute(node, "belt", spec.has_belt);
    return spec;
  }

  JointGroupSpec group(const XmlNode& node) {
    JointGroupSpec spec;
    read_attribute(node, "name", spec.name);
    spec.is_mission_package = node.name == "rubble:package";
    for (const XmlNode* child : node.all("rubble:joint"))
      spec.joints.push_back(joint(*child, "name"));
    return spec;
  }

  std::string joint(const XmlNode& node, const char* attribute) {
    const std::string name = prefix_ + node.attribute_or(attribute, "");
    if (model_.find_joint(name) < 0) complain(node, "joint", name, names_of(model_.joints));
    return name;
  }

  void complain(const XmlNode& node, const std::string& what, const std::string& name,
                const std::vector<std::string>& known) {
    std::string message =
        "<" + node.name + "> names the " + what + " '" + name + "', which the model does not have";
    if (const auto meant = closest_word(name, known)) message += "; did you mean '" + *meant + "'?";
    context_.fail(context_.place_of(node), message);
  }

  const std::string& prefix_;
  const Model& model_;
  LoadContext& context_;
};

}  // namespace

void make_tyre(const WheelSpec& wheel, Model& model) {
  const int joint = model.find_joint(wheel.joint);
  if (joint < 0) return;
  const int child = model.joints[static_cast<std::size_t>(joint)].child;
  for (Collision& collision : model.links[static_cast<std::size_t>(child)].collisions) {
    if (auto* cylinder = std::get_if<Cylinder>(&collision.geometry)) {
      cylinder->round_edge = std::min(cylinder->length / 2, cylinder->radius / 2);
      collision.contact.rolling_friction = wheel.rolling_resistance * cylinder->radius;
    } else if (const auto* sphere = std::get_if<Sphere>(&collision.geometry)) {
      collision.contact.rolling_friction = wheel.rolling_resistance * sphere->radius;
    }
  }
}

void load_robot(const XmlNode& node, const std::string& prefix, Model& model,
                LoadContext& context) {
  if (model.robot) {
    context.fail(context.place_of(node), "a second <rubble:robot> in one model");
    return;
  }
  model.robot = RobotReader(prefix, model, context).read(node);
  for (const WheelSpec& wheel : model.robot->wheels) make_tyre(wheel, model);
}

}  // namespace rubble
