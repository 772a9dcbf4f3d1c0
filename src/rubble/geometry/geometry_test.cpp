// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "rubble/geometry/mesh.h"
#include "rubble/geometry/pose.h"

namespace rubble {
namespace {

TEST(Pose, ChainsAndInvertsLikeRigidMotions) {
  const Pose world_from_base = make_pose(1, 2, 3, 0.3, -0.4, 2.0);
  const Pose base_from_tool = make_pose(-0.5, 0.25, 1, 1.0, 0.2, -0.7);
  const Vec3 tip_tool(0.1, 0.2, 0.3);
  const Vec3 one_go = (world_from_base * base_from_tool) * tip_tool;
  const Vec3 two_steps = world_from_base * (base_from_tool * tip_tool);
  EXPECT_LT((one_go - two_steps).norm(), 1e-12);
  EXPECT_LT(((world_from_base.inverse() * world_from_base) * tip_tool - tip_tool).norm(), 1e-12);
}

TEST(Pose, TakesAnglesInTheOrderOfSdf) {
  const Quat direct = quat_from({0.3, -0.4, 2.0});
  const Quat about_axes = Eigen::AngleAxisd(2.0, Vec3::UnitZ()) *
                          Eigen::AngleAxisd(-0.4, Vec3::UnitY()) *
                          Eigen::AngleAxisd(0.3, Vec3::UnitX());
  EXPECT_LT(direct.angularDistance(about_axes), 1e-12);
  const RollPitchYaw back = roll_pitch_yaw_of(direct);
  EXPECT_NEAR(back.roll, 0.3, 1e-12);
  EXPECT_NEAR(back.pitch, -0.4, 1e-12);
  EXPECT_NEAR(back.yaw, 2.0, 1e-12);
}

TEST(Pose, WrapsAnglesToOneTurn) {
  EXPECT_NEAR(wrap_angle(3 * kPi / 2), -kPi / 2, 1e-12);
  EXPECT_NEAR(wrap_angle(-kPi), kPi, 1e-12);
  EXPECT_NEAR(wrap_angle(0.5), 0.5, 1e-12);
}

TEST(Mesh, CountsTrianglesAndBoundsOverAllParts) {
  Mesh mesh;
  mesh.parts.push_back({.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}}, .triangles = {{0, 1, 2}}});
  mesh.parts.push_back({.vertices = {{0, 0, 5}, {1, 0, 5}, {0, -1, 5}}, .triangles = {{0, 1, 2}}});
  EXPECT_EQ(mesh.triangle_count(), 2U);
  EXPECT_EQ(mesh.bounds().low, Vec3(0, -1, 0));
  EXPECT_EQ(mesh.bounds().high, Vec3(1, 2, 5));
}

TEST(Mesh, KnowsWhetherItIsClosedAndFacesOneWay) {
  MeshPart part{.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                .triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
  Mesh mesh;
  mesh.parts = {part};
  EXPECT_TRUE(edge_use(mesh).is_closed);
  EXPECT_TRUE(edge_use(mesh).is_oriented);
  std::swap(mesh.parts[0].triangles[1][0], mesh.parts[0].triangles[1][1]);
  EXPECT_TRUE(edge_use(mesh).is_closed);
  EXPECT_FALSE(edge_use(mesh).is_oriented);
  // Two parts that share only the places of their corners, one of them on the other zero.
  MeshPart lid{.vertices = {{1, 0, -0.0F}, {0, 1, 0}, {0, 0, 1}}, .triangles = {{0, 1, 2}}};
  part.triangles.pop_back();
  mesh.parts = {part, lid};
  EXPECT_TRUE(edge_use(mesh).is_oriented);
  mesh.parts = {part};
  EXPECT_FALSE(edge_use(mesh).is_closed);
  EXPECT_FALSE(edge_use(mesh).is_oriented);
  EXPECT_FALSE(edge_use(Mesh{}).is_closed);
}

}  // namespace
}  // namespace rubble
