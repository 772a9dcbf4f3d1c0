// SPDX-License-Identifier: Apache-2.0
#include "rubble/sdf/sdf_writer.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "rubble/base/text.h"
#include "rubble/sdf/sdf_scenario_elements.h"
#include "rubble/sdf/sdf_text.h"
#include "rubble/sdf/xml_writer.h"

namespace rubble {
namespace {

constexpr std::size_t kManyShapes = 12;  // a link with more has each shape on one line

void write_semantic(XmlWriter& xml, const Semantic& semantic) {
  if (semantic.label.empty()) return;
  XmlAttributes attributes{{"class", semantic.label}};
  if (!semantic.name.empty()) attributes.emplace_back("name", semantic.name);
  xml.empty("rubble:semantic", attributes);
}

void write_surface(XmlWriter& xml, const Surface& surface) {
  const Surface plain;
  XmlAttributes attributes;
  const auto add = [&](std::string_view name, double value, double otherwise) {
    if (value != otherwise) attributes.emplace_back(name, short_number(value));
  };
  if (!surface.material.empty()) attributes.emplace_back("material", surface.material);
  add("reflectivity", surface.reflectivity, plain.reflectivity);
  add("gloss", surface.gloss, plain.gloss);
  add("transparent", surface.transparency, plain.transparency);
  add("thickness", surface.thickness, plain.thickness);
  if (surface.is_retro) attributes.emplace_back("retro", "true");
  if (surface.is_unlit) attributes.emplace_back("unlit", "true");
  if (!attributes.empty()) xml.empty("rubble:surface", attributes);
}

bool is_same(const Surface& a, const Surface& b) {
  return a.reflectivity == b.reflectivity && a.gloss == b.gloss && a.is_retro == b.is_retro &&
         a.transparency == b.transparency && a.material == b.material &&
         a.thickness == b.thickness && a.is_unlit == b.is_unlit;
}

// The one surface of everything in a link, or nothing if they differ: written once for all.
std::optional<Surface> common_surface(const Link& link) {
  std::vector<const Surface*> all;
  for (const Collision& collision : link.collisions) all.push_back(&collision.surface);
  for (const Visual& visual : link.visuals) all.push_back(&visual.surface);
  if (all.empty()) return std::nullopt;
  const bool are_same =
      std::all_of(all.begin(), all.end(), [&](const Surface* s) { return is_same(*s, *all[0]); });
  return are_same ? std::optional(*all[0]) : std::nullopt;
}

void write_pose(XmlWriter& xml, const Pose& pose) {
  if (!(pose == Pose{})) xml.text("pose", pose_text(pose));
}

void write_collision(XmlWriter& xml, const Collision& collision, bool with_surface) {
  xml.open("collision", {{"name", collision.name}});
  write_pose(xml, collision.link_from_shape);
  xml.line(geometry_text(collision.geometry));
  const std::string mu = short_number(collision.contact.friction);
  xml.line("<surface><friction><ode><mu>" + mu + "</mu><mu2>" + mu +
           "</mu2></ode></friction></surface>");
  if (with_surface) write_surface(xml, collision.surface);
  xml.close();
}

void write_visual(XmlWriter& xml, const Visual& visual, bool with_surface) {
  xml.open("visual", {{"name", visual.name}});
  if (!visual.casts_shadow) xml.text("cast_shadows", "false");
  if (visual.appearance.color[3] < 1.0F)
    xml.text("transparency", short_number(1.0 - static_cast<double>(visual.appearance.color[3])));
  write_pose(xml, visual.link_from_shape);
  xml.line(geometry_text(visual.geometry));
  xml.line(appearance_text(visual.appearance));
  if (with_surface) write_surface(xml, visual.surface);
  xml.close();
}

void write_inertial(XmlWriter& xml, const Inertial& inertial) {
  const Mat3& i = inertial.inertia;
  xml.open("inertial");
  write_pose(xml, inertial.link_from_mass);
  xml.text("mass", short_number(inertial.mass));
  std::string line = "<inertia>";
  const auto add = [&](const char* tag, double value) {
    line.append("<").append(tag).append(">").append(number_text(value));
    line.append("</").append(tag).append(">");
  };
  add("ixx", i(0, 0)), add("iyy", i(1, 1)), add("izz", i(2, 2));
  add("ixy", i(0, 1)), add("ixz", i(0, 2)), add("iyz", i(1, 2));
  xml.line(line + "</inertia>");
  xml.close();
}

void write_link(XmlWriter& xml, const Link& link, bool is_static) {
  xml.open("link", {{"name", link.name}});
  write_pose(xml, link.model_from_link);
  if (!is_static) write_inertial(xml, link.inertial);
  const std::optional<Surface> common = common_surface(link);
  const bool is_long = link.collisions.size() + link.visuals.size() > kManyShapes;
  const auto write_shape = [&](const auto& write, const auto& shape) {
    if (is_long) xml.begin_line();
    write(xml, shape, !common);
    if (is_long) xml.end_line();
  };
  for (const Collision& collision : link.collisions) write_shape(write_collision, collision);
  for (const Visual& visual : link.visuals) write_shape(write_visual, visual);
  if (common) write_surface(xml, *common);
  write_semantic(xml, link.semantic);
  xml.close();
}

void write_break_limit(XmlWriter& xml, const BreakLimit& limit) {
  XmlAttributes attributes;
  if (limit.torque < kInfinity) attributes.emplace_back("torque", short_number(limit.torque));
  if (limit.force < kInfinity) attributes.emplace_back("force", short_number(limit.force));
  if (!attributes.empty()) xml.empty("rubble:break", attributes);
}

void write_joint(XmlWriter& xml, const Model& model, const Joint& joint) {
  const auto link_name = [&](int index) {
    return index < 0 ? std::string("world") : model.links[static_cast<std::size_t>(index)].name;
  };
  RUBBLE_ASSERT(joint.kind == JointKind::Revolute || joint.kind == JointKind::Fixed);
  const bool is_hinge = joint.kind == JointKind::Revolute;
  xml.open("joint", {{"name", joint.name}, {"type", is_hinge ? "revolute" : "fixed"}});
  write_pose(xml, joint.child_from_joint);
  xml.text("parent", link_name(joint.parent));
  xml.text("child", link_name(joint.child));
  if (is_hinge) {
    xml.open("axis");
    xml.text("xyz", vector_text(joint.axis.direction_joint));
    xml.line("<limit><lower>" + short_number(joint.axis.lower) + "</lower><upper>" +
             short_number(joint.axis.upper) + "</upper></limit>");
    xml.line("<dynamics><damping>" + short_number(joint.axis.damping) + "</damping><friction>" +
             short_number(joint.axis.friction) + "</friction></dynamics>");
    xml.close();
  }
  write_break_limit(xml, joint.break_limit);
  xml.close();
}

// Generators make no robots that move, only radios that stand there.
void write_robot(XmlWriter& xml, const RobotSpec& robot) {
  RUBBLE_ASSERT(robot.drive == DriveKind::None && robot.groups.empty());
  xml.empty("rubble:robot", {{"class", robot.robot_class},
                             {"drive", "none"},
                             {"battery", short_number(robot.battery)},
                             {"relay", robot.is_relay ? "true" : "false"}});
}

void write_model(XmlWriter& xml, const Model& model) {
  xml.open("model", {{"name", model.name}});
  if (model.is_static) xml.text("static", "true");
  if (model.robot) write_robot(xml, *model.robot);
  write_pose(xml, model.world_from_model);
  for (const Link& link : model.links) write_link(xml, link, model.is_static);
  for (const Joint& joint : model.joints) write_joint(xml, model, joint);
  write_semantic(xml, model.semantic);
  xml.close();
}

void write_light(XmlWriter& xml, const Light& light) {
  const bool is_sun = light.kind == LightKind::Directional;
  RUBBLE_ASSERT(light.kind != LightKind::Spot);
  xml.open("light", {{"name", light.name}, {"type", is_sun ? "directional" : "point"}});
  write_pose(xml, light.pose);
  xml.text("cast_shadows", light.casts_shadow ? "true" : "false");
  xml.text("intensity", short_number(static_cast<double>(light.intensity)));
  xml.text("diffuse", color_text({light.diffuse[0], light.diffuse[1], light.diffuse[2], 1.0F}));
  if (is_sun) {
    xml.text("direction", vector_text(light.direction));
  } else {
    xml.line("<attenuation><range>" + short_number(light.range) + "</range><constant>" +
             short_number(light.attenuation_constant) + "</constant><linear>" +
             short_number(light.attenuation_linear) + "</linear><quadratic>" +
             short_number(light.attenuation_quadratic) + "</quadratic></attenuation>");
  }
  xml.close();
}

void write_scene(XmlWriter& xml, const Scene& scene) {
  const auto opaque = [](const std::array<float, 3>& color) {
    return color_text({color[0], color[1], color[2], 1.0F});
  };
  xml.open("scene");
  xml.text("ambient", opaque(scene.ambient));
  xml.text("background", opaque(scene.background));
  xml.text("shadows", scene.has_shadows ? "true" : "false");
  xml.close();
}

}  // namespace

std::string sdf_text(const World& world) {
  XmlWriter xml;
  xml.line("<?xml version=\"1.0\"?>");
  if (world.generator) xml.comment(generator_note_text(*world.generator));
  xml.open("sdf", {{"version", "1.9"}, {"xmlns:rubble", "urn:rubble"}});
  xml.open("world", {{"name", world.name}});
  xml.text("gravity", vector_text(world.gravity));
  write_scene(xml, world.scene);
  for (const Light& light : world.lights) write_light(xml, light);
  write_scenario_elements(xml, world);
  for (const auto& model : world.models) write_model(xml, *model);
  xml.close();
  xml.close();
  return xml.take();
}

}  // namespace rubble
