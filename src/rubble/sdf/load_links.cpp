// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <sdf/Collision.hh>
#include <sdf/Light.hh>
#include <sdf/Link.hh>
#include <sdf/Sensor.hh>
#include <sdf/Visual.hh>
#include <utility>

#include "rubble/sdf/load_models.h"
#include "rubble/sdf/load_parts.h"
#include "rubble/sdf/sdf_tree.h"

namespace rubble {
namespace {

// The pose of a visual, collision, light or sensor in its link.
template <class Part>
Pose pose_of_part(const Part* part, const XmlNode& node, LoadContext& context) {
  if (part == nullptr) return pose_in(node);
  return resolved_pose(part->SemanticPose(), "", node.at(), context);
}

// SDFormat resolves no poses of sensors whose type it does not know.
Pose pose_of_sensor(const sdf::Sensor* sensor, const XmlNode& node, LoadContext& context) {
  const bool is_known = sensor != nullptr && sensor->Type() != sdf::SensorType::NONE;
  return is_known ? pose_of_part(sensor, node, context) : pose_in(node);
}

std::string name_of(const XmlNode& node) { return node.attribute_or("name", ""); }

std::optional<PlacedGeometry> geometry_in(const XmlNode& holder, LoadContext& context) {
  const XmlNode* geometry = holder.child("geometry");
  if (geometry == nullptr) {
    context.fail(holder.at(), "<" + holder.name + "> wants a <geometry>");
    return std::nullopt;
  }
  return load_geometry(*geometry, context);
}

void load_visuals(const sdf::Link& source, const XmlNode& node, Link& link, const Surface& surface,
                  LoadContext& context) {
  for (const XmlNode* part : node.all("visual")) {
    auto shape = geometry_in(*part, context);
    if (!shape) continue;
    Visual visual;
    visual.name = name_of(*part);
    visual.link_from_shape =
        pose_of_part(source.VisualByName(visual.name), *part, context) * shape->offset;
    visual.geometry = std::move(shape->geometry);
    visual.surface = load_surface(*part, surface);
    visual.appearance = load_appearance(*part, context);
    visual.casts_shadow = flag_at(*part, "cast_shadows", true);
    link.visuals.push_back(std::move(visual));
  }
}

void load_collisions(const sdf::Link& source, const XmlNode& node, Link& link,
                     const Surface& surface, LoadContext& context) {
  for (const XmlNode* part : node.all("collision")) {
    auto shape = geometry_in(*part, context);
    if (!shape) continue;
    Collision collision;
    collision.name = name_of(*part);
    collision.link_from_shape =
        pose_of_part(source.CollisionByName(collision.name), *part, context) * shape->offset;
    collision.geometry = std::move(shape->geometry);
    collision.surface = load_surface(*part, surface);
    collision.contact = load_contact(*part, context);
    link.collisions.push_back(std::move(collision));
  }
}

// SDF 1.11: <inertial auto="true"> with densities of the link and of its collisions. A mass that is
// given counts, its shapes then say how it is spread.
void load_auto_inertial(const XmlNode& node, Link& link, LoadContext& context) {
  constexpr double kWater = 1000.0;  // kg/m^3, SDF's default
  const XmlNode* inertial = node.child("inertial");
  if (inertial == nullptr || !context.scan().auto_inertials.contains(link_key(node))) return;
  const double usual = number_at(*inertial, "density").value_or(kWater);
  std::map<std::string, double> density_of;
  for (const XmlNode* part : node.all("collision"))
    density_of[name_of(*part)] = number_at(*part, "density").value_or(usual);
  std::vector<double> densities;
  for (const Collision& collision : link.collisions)
    densities.push_back(density_of[collision.name]);
  auto computed = inertial_of_shapes(link.collisions, densities);
  if (!computed) {
    context.warn("automatic inertia", inertial->at(),
                 "<inertial auto=\"true\"> of link '" + link.name +
                     "' finds no shape with a volume; what stands in it is taken");
    return;
  }
  if (const auto mass = number_at(*inertial, "mass")) {
    computed->inertia *= *mass / computed->mass;
    computed->mass = *mass;
  }
  link.inertial = *computed;
}

}  // namespace

Link load_link(const sdf::Link& source, const ModelScope& scope, LoadContext& context) {
  const XmlNode node = node_of(*source.Element(), context);
  Link link;
  link.name = scope.prefix + source.Name();
  link.model_from_link =
      scope.model_from_here * resolved_pose(source.SemanticPose(), "", node.at(), context);
  link.inertial = load_inertial(node, context);
  link.has_gravity = flag_at(node, "gravity", true);
  link.semantic = load_semantic(node, scope.semantic);
  const Surface surface = load_surface(node, scope.surface);
  load_visuals(source, node, link, surface, context);
  load_collisions(source, node, link, surface, context);
  load_auto_inertial(node, link, context);
  for (const XmlNode* part : node.all("light")) {
    const Pose pose = pose_of_part(source.LightByName(name_of(*part)), *part, context);
    link.lights.push_back(load_light(*part, pose, context));
  }
  for (const XmlNode* part : node.all("sensor")) {
    const Pose pose = pose_of_sensor(source.SensorByName(name_of(*part)), *part, context);
    link.sensors.push_back(load_sensor(*part, pose, context));
  }
  return link;
}

}  // namespace rubble
