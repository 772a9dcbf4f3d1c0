// SPDX-License-Identifier: Apache-2.0
#include "rubble/physics/shapes.h"

#include <gtest/gtest.h>

namespace rubble::physics {
namespace {

std::shared_ptr<const Mesh> tetrahedron(float size) {
  MeshPart part;
  part.vertices = {{0, 0, 0}, {size, 0, 0}, {0, size, 0}, {0, 0, size}};
  part.triangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  auto mesh = std::make_shared<Mesh>();
  mesh->parts.push_back(part);
  return mesh;
}

double reach_of(const Geometry& geometry) {
  const auto shapes = build_shapes(geometry, false);
  btVector3 low, high;
  shapes.at(0).shape->getAabb(btTransform::getIdentity(), low, high);
  return high.x();
}

TEST(Shapes, MeshesShareTheirHullButNotWithOtherSizes) {
  const auto mesh = tetrahedron(1.0F);
  const auto shape = [&](double scale) {
    return build_shapes(MeshShape{.mesh = mesh, .scale = Vec3::Constant(scale)}, false)[0].shape;
  };
  EXPECT_EQ(shape(1.0), shape(1.0));
  EXPECT_NE(shape(1.0), shape(2.0));
  EXPECT_NEAR(reach_of(MeshShape{.mesh = mesh, .scale = Vec3::Constant(2.0)}), 2.0, 0.01);
}

// The next one often lies where the last one lay.
TEST(Shapes, AMeshDoesNotInheritTheHullOfOneThatIsGone) {
  for (const float size : {1.0F, 2.0F, 3.0F, 0.5F})
    EXPECT_NEAR(reach_of(MeshShape{.mesh = tetrahedron(size)}), size, 0.01);
}

}  // namespace
}  // namespace rubble::physics
