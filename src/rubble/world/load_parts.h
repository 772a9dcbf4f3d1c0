// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "rubble/world/load_context.h"
#include "rubble/world/model.h"
#include "rubble/world/shape.h"
#include "rubble/world/world.h"
#include "rubble/world/xml.h"

// The parts of the loader, each in the .cpp file of its name. They read elements in our own form,
// so that they serve SDFormat's tree and raw XML alike.
namespace rubble {

// A shape and where SDF's own offset (<pos> of a heightmap) puts it.
struct PlacedGeometry {
  Geometry geometry;
  Pose offset;
};

// load_shapes.cpp. Nothing if the element is empty, unknown or broken; the context then knows why.
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

// load_auto_inertia.cpp. Nothing where the shapes hold no matter: sheets, open meshes.
std::optional<Inertial> inertial_of_shapes(const std::vector<Collision>& collisions,
                                           const std::vector<double>& densities);

// load_scenario_elements.cpp: everything of ours in <world>.
void load_scenario_elements(const XmlNode& world_node, World& world, LoadContext& context);

// load_robot.cpp. Fills model.robot from <rubble:robot> and makes tyres of its wheels. The prefix
// ("nested::") stands before the names of a nested model's links and joints.
void load_robot(const XmlNode& robot, const std::string& prefix, Model& model,
                LoadContext& context);
// A cylinder on edge touches the floor along a line, which makes turning on the spot jerk.
void make_tyre(const WheelSpec& wheel, Model& model);

}  // namespace rubble
