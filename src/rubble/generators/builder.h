// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/generators/material_preset.h"
#include "rubble/world/world.h"

namespace rubble::generators {

// The small hands of all generators: shapes into links, links into models, models into a world.

Pose at(double x, double y, double z, double yaw = 0.0);

// A convex outline, counter-clockwise, raised along z from 0 to height.
Geometry prism(const std::vector<Vec2>& outline, double height);
// Turns a prism so that its outline stands in the y-z plane and its height runs along x.
Pose along_x(const Vec3& position);

// What one adds to a link has a name unique in it; collision and visual are named after it.
void add_collision(Link& link, const std::string& name, const Pose& link_from_shape,
                   const Geometry& geometry, const MaterialPreset& preset);
void add_visual(Link& link, const std::string& name, const Pose& link_from_shape,
                const Geometry& geometry, const MaterialPreset& preset);
void add_solid(Link& link, const std::string& name, const Pose& link_from_shape,
               const Geometry& geometry, const MaterialPreset& preset);

Link make_link(const std::string& name, const Pose& model_from_link,
               const std::string& semantic_class = "");
// A link that is one box, its frame in the middle.
Link box_link(const std::string& name, const Pose& model_from_link, const Vec3& size,
              const MaterialPreset& preset, const std::string& semantic_class);

Model static_model(const std::string& name);
// A single loose thing with the inertia of a box of its size.
Model loose_model(const std::string& name, const Pose& world_from_model, const Geometry& geometry,
                  double mass, const MaterialPreset& preset, const std::string& semantic_class);
Inertial box_inertial(double mass, const Vec3& size);

// Adds a model that has links; an empty one is left out.
void add_model(World& world, Model model);

// A world with our gravity, a sun that reaches under roofs, and a note of who made it.
World new_world(const std::string& name, const GeneratorNote& note);

// A lamp's light, and the bright panel one sees of it: only to be looked at.
Light ceiling_lamp(const std::string& name, const Vec3& position, double range);
void add_lamp_panel(Link& link, const std::string& name, const Pose& link_from_panel,
                    const Vec3& size);

std::string numbered(const std::string& word, std::size_t number);
std::string hash_text(std::uint64_t hash);

}  // namespace rubble::generators
