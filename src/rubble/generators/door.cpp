// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/door.h"

#include "rubble/generators/builder.h"

namespace rubble::generators {

Model hinged_door(const std::string& name, const Pose& hinge, const DoorSettings& settings) {
  Model model;
  model.name = name;
  model.world_from_model = hinge;
  model.semantic.label = "Door";

  const Vec3 size(settings.width, settings.thickness, settings.height);
  const Pose middle = at(settings.width / 2, 0.0, settings.clearance + settings.height / 2);
  Link leaf = make_link("leaf", {});
  add_solid(leaf, "board", middle, Box{size}, material_preset(settings.preset));
  leaf.inertial = box_inertial(settings.mass, size);
  leaf.inertial.link_from_mass = middle;
  model.links.push_back(std::move(leaf));

  Joint joint;
  joint.name = "hinge";
  joint.kind = JointKind::Revolute;
  joint.axis.lower = -settings.swing;
  joint.axis.upper = settings.swing;
  joint.axis.damping = settings.damping;
  joint.axis.friction = settings.friction;
  joint.break_limit.torque = settings.break_torque;
  model.joints.push_back(joint);
  return model;
}

}  // namespace rubble::generators
