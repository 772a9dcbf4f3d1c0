// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "rubble/physics/bullet_types.h"
#include "rubble/world/shape.h"

namespace rubble::physics {

// A Bullet shape with the data it refers to.
struct BuiltShape {
  std::vector<std::shared_ptr<void>> kept_alive;
  std::shared_ptr<btCollisionShape> shape;                // immutable; convex hulls are shared
  btTransform shape_offset = btTransform::getIdentity();  // our shape frame from Bullet's
};

// The Bullet shapes for one collision. Solids become one convex shape. A static mesh keeps its
// triangles; a moving mesh becomes one convex hull per part.
std::vector<BuiltShape> build_shapes(const Geometry& geometry, bool is_static);

// True for the tyre shape of a Cylinder with round_edge > 0.
bool is_tyre(const btCollisionShape& shape);
// Disc radius of a tyre, m. The radius of its edge is the collision margin.
double disc_radius_of(const btCollisionShape& tyre);

}  // namespace rubble::physics
