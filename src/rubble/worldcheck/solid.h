// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "rubble/world/world.h"

namespace rubble::worldcheck {

using Triangle = std::array<Vec3, 3>;

// One static collision shape of a world.
struct Solid {
  std::string name;   // model/link/collision
  std::string label;  // semantic class of the link, or else of the model
  Pose world_from_shape;
  const Geometry* geometry = nullptr;  // owned by the world
  Bounds bounds;                       // in the world

  bool is_box() const { return std::holds_alternative<Box>(*geometry); }
  const Vec3& box_size() const { return std::get<Box>(*geometry).size; }
  bool bounds_meet(const Solid& other) const {
    return (bounds.low.array() <= other.bounds.high.array()).all() &&
           (other.bounds.low.array() <= bounds.high.array()).all();
  }
  bool bounds_hold(const Vec3& point) const {
    return (bounds.low.array() <= point.array()).all() &&
           (point.array() <= bounds.high.array()).all();
  }
};

Solid make_solid(std::string name, std::string label, const Pose& world_from_shape,
                 const Geometry& geometry);
std::vector<Solid> static_solids(const World& world);

// Closed surface with outward normals; round shapes have 24 segments. Empty for a plane.
std::vector<Triangle> triangles_of(const Solid& solid);

// Heights at which a vertical line crosses a closed surface, ascending.
std::vector<double> heights_at(const std::vector<Triangle>& triangles, const Vec2& point);

// Penetration depth (m) of two boxes along the axis of least overlap (separating axis theorem);
// negative = distance.
double penetration(const Solid& a, const Solid& b);

// Depth (m) of a point inside a box; negative = outside.
double depth_inside(const Solid& box, const Vec3& point);

}  // namespace rubble::worldcheck
