// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "rubble/physics/bullet_types.h"
#include "rubble/world/shape.h"

namespace rubble::physics {

// A Bullet shape and the things it points to.
struct BuiltShape {
  std::vector<std::shared_ptr<void>> kept_alive;
  std::shared_ptr<btCollisionShape> shape;  // nobody changes it any more; hulls are shared
  btTransform shape_offset = btTransform::getIdentity();  // our shape frame from Bullet's
};

// The Bullet shapes for one collision. Solid shapes become one convex shape; a mesh that may not
// move keeps its triangles, one that moves becomes the convex hull of each of its parts.
std::vector<BuiltShape> build_shapes(const Geometry& geometry, bool is_static);

// True for the round tyre that Cylinder::round_edge asks for.
bool is_tyre(const btCollisionShape& shape);
// Of a tyre: the radius of its disc; its margin is the radius of its edge.
double disc_radius_of(const btCollisionShape& tyre);

}  // namespace rubble::physics
