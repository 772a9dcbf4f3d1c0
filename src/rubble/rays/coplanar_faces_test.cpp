// SPDX-License-Identifier: Apache-2.0
#include "rubble/rays/coplanar_faces.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "rubble/base/random.h"
#include "rubble/rays/surface_mesh.h"

namespace rubble::rays {
namespace {

constexpr double kApart = 5e-4, kRim = 8e-4;

std::vector<Face> faces_of(const Geometry& geometry, const Pose& pose) {
  std::vector<Face> faces;
  for (const SurfaceMesh& mesh : triangles_of(geometry)) {
    const int solid = topology_of(mesh).solid;
    for (const auto& [a, b, c] : mesh.triangles)
      faces.push_back({{pose * Vec3(mesh.vertices[a].cast<double>()),
                        pose * Vec3(mesh.vertices[b].cast<double>()),
                        pose * Vec3(mesh.vertices[c].cast<double>())},
                       solid});
  }
  return faces;
}

std::vector<CoplanarOverlap> overlaps_of(const Geometry& a, const Pose& at, const Geometry& b,
                                         const Pose& there) {
  std::vector<Face> faces = faces_of(a, at);
  for (const Face& face : faces_of(b, there)) faces.push_back(face);
  return find_coplanar_overlaps(faces, kApart, kRim);
}

TEST(CoplanarFaces, ATileInAFloorIsSeenOnBothFromOutsideOnly) {
  const Pose turned = make_pose(3, -2, 7, 0.3, -0.7, 1.1);
  const auto found = overlaps_of(Box{{4, 4, 1}}, turned * Pose{Vec3(0, 0, -0.5)}, Box{{1, 1, 0.1}},
                                 turned * Pose{Vec3(0.5, 0.2, -0.05)});
  EXPECT_GE(found.size(), 4U);  // two triangles over two, but for those that do not touch
  for (const CoplanarOverlap& one : found) {
    EXPECT_TRUE(one.is_seen_from_front);
    EXPECT_FALSE(one.is_seen_from_back);
  }
}

TEST(CoplanarFaces, WhatStandsOnAFloorHidesWhereItStands) {
  EXPECT_TRUE(
      overlaps_of(Box{{4, 4, 1}}, {Vec3(0, 0, -0.5)}, Box{{1, 1, 1}}, {Vec3(0, 0, 0.5)}).empty());
  // A floor without thickness can be seen from below.
  for (const CoplanarOverlap& one :
       overlaps_of(Plane{.size = {4, 4}}, {}, Box{{1, 1, 1}}, {Vec3(0, 0, 0.5)})) {
    const bool is_of_floor = one.face < 2;
    EXPECT_EQ(one.is_seen_from_front, !is_of_floor);
    EXPECT_EQ(one.is_seen_from_back, is_of_floor);
  }
}

TEST(CoplanarFaces, NeighboursDoNotOverlap) {
  const std::vector<Face> ball = faces_of(Sphere{0.5}, {Vec3(1, 2, 3)});
  EXPECT_TRUE(find_coplanar_overlaps(ball, kApart, kRim).empty());
  // Two walls in a row that touch, and that overlap by a hand's breadth on all four sides.
  EXPECT_TRUE(
      overlaps_of(Box{{2, 0.1, 1}}, {Vec3(1, 0, 0)}, Box{{2, 0.1, 1}}, {Vec3(3, 0, 0)}).empty());
  EXPECT_FALSE(
      overlaps_of(Box{{2, 0.1, 1}}, {Vec3(1, 0, 0)}, Box{{2, 0.1, 1}}, {Vec3(2.9, 0, 0)}).empty());
}

// The twin: every pair.
TEST(CoplanarFaces, FindsWhatComparingEveryPairFinds) {
  Random random(12, "tiles");
  std::vector<Face> faces;
  for (int i = 0; i < 60; ++i) {
    const double x = random.uniform(-3, 3), y = random.uniform(-3, 3), turn = random.uniform(0, 3);
    const double length = random.uniform(0.1, 2);
    for (const Face& face :
         faces_of(Box{{length, 0.3, 0.2}}, make_pose(x, y, 0.1 * (i % 3), 0, 0, turn)))
      faces.push_back(face);
  }
  const auto found = find_coplanar_overlaps(faces, kApart, kRim);
  std::vector<CoplanarOverlap> wanted;
  for (std::uint32_t i = 0; i < faces.size(); ++i)
    for (std::uint32_t j = 0; j < faces.size(); ++j) {
      if (i == j) continue;
      for (CoplanarOverlap one :
           find_coplanar_overlaps(std::array{faces[i], faces[j]}, kApart, kRim)) {
        if (one.face != 0) continue;
        one.face = i;
        one.other = j;
        wanted.push_back(one);
      }
    }
  EXPECT_GT(wanted.size(), 100U);
  EXPECT_EQ(found, wanted);
}

TEST(CoplanarFaces, AsFarApartAsAskedAndNoFarther) {
  const auto count = [](double apart, double tilt) {
    return overlaps_of(Box{{4, 4, 1}}, {Vec3(0, 0, -0.5)}, Box{{1, 1, 0.1}},
                       make_pose(0.3, 0.4, -0.05 + apart, tilt, 0, 0))
        .size();
  };
  EXPECT_GT(count(0.9 * kApart, 0), 0U);
  EXPECT_EQ(count(1.1 * kApart, 0), 0U);
  EXPECT_GT(count(0, 0.01), 0U);
  EXPECT_EQ(count(0, 0.03), 0U);
}

TEST(CoplanarFaces, SolidsAreBehindTheFacesOfClosedMeshes) {
  SurfaceMesh mesh = triangles_of(Box{{1, 2, 3}}).front();
  EXPECT_EQ(topology_of(mesh).solid, 1);
  for (auto& triangle : mesh.triangles) std::swap(triangle[0], triangle[1]);
  EXPECT_EQ(topology_of(mesh).solid, -1);
  mesh.triangles.pop_back();
  EXPECT_EQ(topology_of(mesh).solid, 0);
  EXPECT_EQ(topology_of(triangles_of(Cylinder{0.3, 1.0}).front()).solid, 1);
  EXPECT_EQ(topology_of({}).solid, 0);
}

TEST(CoplanarFaces, SurfacesGoOnSmoothlyAcrossDiagonalsAndNotAroundCorners) {
  const auto count = [](const std::array<std::uint32_t, 3>& next) {
    return 3 - std::count(next.begin(), next.end(), MeshTopology::kNone);
  };
  for (const auto& next : topology_of(triangles_of(Box{{1, 2, 3}}).front()).neighbours)
    EXPECT_EQ(count(next), 1);
  for (const auto& next : topology_of(triangles_of(Sphere{0.5}).front()).neighbours)
    EXPECT_EQ(count(next), 3);
  // The edge between corners 0 and 1 is opposite to corner 2.
  const SurfaceMesh two{.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}},
                        .triangles = {{0, 1, 2}, {1, 0, 3}}};
  constexpr std::uint32_t kNone = MeshTopology::kNone;
  EXPECT_EQ(topology_of(two).neighbours[0], (std::array<std::uint32_t, 3>{kNone, kNone, 1}));
  EXPECT_EQ(topology_of(two).neighbours[1], (std::array<std::uint32_t, 3>{kNone, kNone, 0}));
}

TEST(CoplanarFaces, ASheetWithTwoSidesIsNoSolid) {
  Random random(15, "sheets");
  for (int i = 0; i < 100; ++i) {
    SurfaceMesh sheet;
    for (int k = 0; k < 4; ++k) {
      const double x = random.uniform(-1, 1), y = random.uniform(-1, 1);
      sheet.vertices.emplace_back(Vec3(x, y, 0.3 * x - 0.2 * y + 0.1).cast<float>());
    }
    sheet.triangles = {{0, 1, 2}, {0, 2, 3}, {2, 1, 0}, {3, 2, 0}};
    EXPECT_EQ(topology_of(sheet).solid, 0) << i;
  }
}

}  // namespace
}  // namespace rubble::rays
