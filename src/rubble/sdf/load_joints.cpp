// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <sdf/Joint.hh>
#include <sdf/JointAxis.hh>
#include <utility>

#include "rubble/sdf/load_models.h"
#include "rubble/sdf/load_parts.h"
#include "rubble/sdf/rubble_elements.h"
#include "rubble/sdf/sdf_tree.h"

namespace rubble {
namespace {

constexpr double kBeyondLimit = 1e15;  // SDF writes 1e16 for "none"

JointKind joint_kind(const sdf::Joint& source, const XmlNode& node, LoadContext& context) {
  switch (source.Type()) {
    case sdf::JointType::CONTINUOUS:
    case sdf::JointType::REVOLUTE:
      return JointKind::Revolute;
    case sdf::JointType::PRISMATIC:
      return JointKind::Prismatic;
    case sdf::JointType::BALL:
      return JointKind::Ball;
    case sdf::JointType::UNIVERSAL:
    case sdf::JointType::REVOLUTE2:
      return JointKind::Universal;
    case sdf::JointType::SCREW:
      return JointKind::Screw;
    case sdf::JointType::GEARBOX:
      context.warn("gearbox joint", node.at(),
                   "joint '" + source.Name() + "' is a gearbox; it turns freely instead");
      return JointKind::Revolute;
    case sdf::JointType::FIXED:
      return JointKind::Fixed;
    case sdf::JointType::INVALID:
      break;
  }
  context.fail(node.at(), "joint '" + source.Name() + "' has the unknown type '" +
                              node.attribute_or("type", "") + "'");
  return JointKind::Fixed;
}

// A limit that is absent, infinite or SDF's word for none is infinite.
double limit_at(const XmlNode& axis, const char* path, double none) {
  const double value = number_at(axis, path).value_or(none);
  return std::abs(value) >= kBeyondLimit ? none : value;
}

// Effort and velocity: SDF's older word for no limit is a negative number.
double cap_at(const XmlNode& axis, const char* path) {
  const double value = limit_at(axis, path, kInfinity);
  return value < 0.0 ? kInfinity : value;
}

JointAxis axis_of(const sdf::JointAxis& source, const XmlNode& node, const SourceLine& at,
                  LoadContext& context) {
  JointAxis axis;
  ignition::math::Vector3d direction;
  if (!source.ResolveXyz(direction).empty())
    context.fail(at, "the joint's axis has no frame to be expressed in");
  axis.direction_joint = vector_from(direction);
  const double length = axis.direction_joint.norm();
  if (!(length > 1e-9) || !std::isfinite(length))
    context.fail(at, "a joint axis wants a direction, got a vector of no length");
  else
    axis.direction_joint /= length;
  axis.lower = limit_at(node, "limit/lower", -kInfinity);
  axis.upper = limit_at(node, "limit/upper", kInfinity);
  if (axis.lower > axis.upper) {
    context.warn("odd joint limits", at, "a joint's lower limit is above its upper; none is used");
    axis.lower = -kInfinity;
    axis.upper = kInfinity;
  }
  axis.max_effort = cap_at(node, "limit/effort");
  axis.max_velocity = cap_at(node, "limit/velocity");
  axis.damping = number_at(node, "dynamics/damping").value_or(0.0);
  axis.friction = number_at(node, "dynamics/friction").value_or(0.0);
  axis.spring_stiffness = number_at(node, "dynamics/spring_stiffness").value_or(0.0);
  axis.spring_reference = number_at(node, "dynamics/spring_reference").value_or(0.0);
  return axis;
}

void load_axes(const sdf::Joint& source, const XmlNode& node, Joint& joint, LoadContext& context) {
  const XmlNode none;
  const auto axis = [&](unsigned index, const char* element, JointAxis& target) {
    const XmlNode* axis_node = node.child(element);
    if (const sdf::JointAxis* found = source.Axis(index))
      target = axis_of(*found, axis_node != nullptr ? *axis_node : none, node.at(), context);
  };
  axis(0, "axis", joint.axis);
  axis(1, "axis2", joint.second_axis);
  if (source.Type() != sdf::JointType::CONTINUOUS) return;
  joint.axis.lower = -kInfinity;
  joint.axis.upper = kInfinity;
}

// The link a joint's end resolves to: -1 for the world, nothing if there is none.
std::optional<int> link_index(const std::string& name, const ModelScope& scope,
                              const Model& model) {
  if (name == "world") return -1;
  const int index = model.find_link(scope.prefix + name);
  if (index < 0) return std::nullopt;
  return index;
}

// SDF's thread_pitch is in radians per metre and left-handed, as Gazebo classic took it.
// A newer SDF has metres a turn, older ones radians a metre the other way round.
double metres_per_radian(const sdf::Joint& source, const XmlNode& node) {
  if (const auto pitch = number_at(node, "screw_thread_pitch")) return *pitch / (2.0 * kPi);
  const double radians_per_metre = source.ThreadPitch();
  return std::abs(radians_per_metre) > 1e-12 ? -1.0 / radians_per_metre : 0.0;
}

// SDFormat 12 resolves no poses of sensors in joints: theirs are taken in the joint's frame.
void load_joint_sensors(const XmlNode& node, const Joint& joint, Model& model,
                        LoadContext& context) {
  for (const XmlNode* part : node.all("sensor")) {
    SensorSpec sensor = load_sensor(*part, joint.child_from_joint * pose_in(*part), context);
    sensor.settings["joint"] = joint.name;
    model.links[static_cast<std::size_t>(joint.child)].sensors.push_back(std::move(sensor));
  }
}

}  // namespace

void load_joint(const sdf::Joint& source, const ModelScope& scope, Model& model,
                LoadContext& context) {
  const XmlNode node = node_of(*source.Element(), context);
  std::string parent_name, child_name;
  const bool has_ends =
      source.ResolveParentLink(parent_name).empty() && source.ResolveChildLink(child_name).empty();
  const auto parent = has_ends ? link_index(parent_name, scope, model) : std::nullopt;
  const auto child = has_ends ? link_index(child_name, scope, model) : std::nullopt;
  if (!parent || !child || *child < 0) {
    context.fail(node.at(), "joint '" + source.Name() + "' wants two links of its model, got '" +
                                source.ParentLinkName() + "' and '" + source.ChildLinkName() + "'");
    return;
  }
  Joint joint;
  joint.name = scope.prefix + source.Name();
  joint.kind = joint_kind(source, node, context);
  joint.parent = *parent;
  joint.child = *child;
  joint.child_from_joint = resolved_pose(source.SemanticPose(), child_name, node.at(), context);
  load_axes(source, node, joint, context);
  if (joint.kind == JointKind::Screw) joint.thread_pitch = metres_per_radian(source, node);
  if (const XmlNode* limit = node.child("rubble:break")) {
    read_attribute(*limit, "torque", joint.break_limit.torque);
    read_attribute(*limit, "force", joint.break_limit.force);
  }
  load_joint_sensors(node, joint, model, context);
  model.joints.push_back(std::move(joint));
}

}  // namespace rubble
