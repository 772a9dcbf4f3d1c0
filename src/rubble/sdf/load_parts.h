// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "rubble/sdf/load_context.h"
#include "rubble/sdf/xml.h"
#include "rubble/world/model.h"
#include "rubble/world/shape.h"
#include "rubble/world/world.h"

// The parts of the loader, each in the .cpp file named beside it. They read XmlNode, so that they
// work for libsdformat's tree and for raw XML.
namespace rubble {

// A shape with the offset that SDF gives inside <geometry> (<pos> of a heightmap).
struct PlacedGeometry {
  Geometry geometry;
  Pose offset;
};

// load_shapes.cpp. nullopt if the element is empty, unknown or invalid; the reason is in context.
std::optional<PlacedGeometry> load_geometry(const XmlNode& geometry, LoadContext& context);
ContactSurface load_contact(const XmlNode& collision, LoadContext& context);

// load_terrain.cpp.
std::optional<PlacedGeometry> load_heightmap(const XmlNode& heightmap, LoadContext& context);
std::optional<PlacedGeometry> load_polylines(const XmlNode& geometry, LoadContext& context);

// load_appearance.cpp. The holder is a visual, collision, link or model.
Appearance load_appearance(const XmlNode& visual, LoadContext& context);
Surface load_surface(const XmlNode& holder, Surface inherited);
Semantic load_semantic(const XmlNode& holder, Semantic inherited);
Light load_light(const XmlNode& light, const Pose& pose, LoadContext& context);
Scene load_scene(const XmlNode& world);

// load_sensors.cpp.
SensorSpec load_sensor(const XmlNode& sensor, const Pose& link_from_sensor, LoadContext& context);

// load_inertia.cpp.
Inertial load_inertial(const XmlNode& link, LoadContext& context);

// load_auto_inertia.cpp. nullopt if no shape has a volume (planes, open meshes). Densities in
// kg/m^3, one per collision.
std::optional<Inertial> inertial_of_shapes(const std::vector<Collision>& collisions,
                                           const std::vector<double>& densities);

// load_scenario_elements.cpp. Reads the rubble: children of <world>.
void load_scenario_elements(const XmlNode& world_node, World& world, LoadContext& context);

// load_robot.cpp. Fills model.robot from <rubble:robot> and turns its wheels into tyres. The prefix
// ("nested::") is prepended to the names of links and joints of a nested model.
void load_robot(const XmlNode& robot, const std::string& prefix, Model& model,
                LoadContext& context);
// Rounds the edge of a wheel's cylinders, see docs/decisions/0002-wheels-touch-in-one-point.md: a
// line contact makes turning on the spot jerk.
void make_tyre(const WheelSpec& wheel, Model& model);

}  // namespace rubble
