// SPDX-License-Identifier: Apache-2.0
#include "rubble/geometry/extrusion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace rubble {
namespace {

using Outline = std::vector<Vec2>;

Outline square(double x, double y, double edge) {
  return {{x, y}, {x + edge, y}, {x + edge, y + edge}, {x, y + edge}};
}

// Divergence theorem: right only if the surface is closed and faces outwards everywhere.
double volume_of(const Mesh& mesh) {
  double volume = 0.0;
  for (const MeshPart& part : mesh.parts)
    for (const auto& t : part.triangles) {
      const Vec3 a = part.vertices[t[0]].cast<double>(), b = part.vertices[t[1]].cast<double>(),
                 c = part.vertices[t[2]].cast<double>();
      volume += a.dot(b.cross(c)) / 6;
    }
  return volume;
}

double up_area_of(const Mesh& mesh) {
  double area = 0.0;
  for (const MeshPart& part : mesh.parts)
    for (const auto& t : part.triangles) {
      const Vec3 a = part.vertices[t[0]].cast<double>();
      const Vec3 normal =
          (part.vertices[t[1]].cast<double>() - a).cross(part.vertices[t[2]].cast<double>() - a);
      area += std::max(normal.z(), 0.0) / 2;
    }
  return area;
}

TEST(Extrusion, OfASquareIsABoxInEitherDirection) {
  Outline outline = square(0, 0, 2);
  for (int pass = 0; pass < 2; ++pass) {
    const auto mesh = extrude({outline}, 3.0);
    ASSERT_TRUE(mesh.ok()) << mesh.error().to_string();
    EXPECT_EQ(mesh->triangle_count(), 12U);
    EXPECT_NEAR(volume_of(*mesh), 12.0, 1e-5);
    std::reverse(outline.begin(), outline.end());
  }
}

TEST(Extrusion, FillsConcaveOutlines) {
  const auto mesh = extrude({{{0, 0}, {4, 0}, {4, 1}, {1, 1}, {1, 3}, {4, 3}, {4, 4}, {0, 4}}}, 1);
  ASSERT_TRUE(mesh.ok());
  EXPECT_NEAR(up_area_of(*mesh), 10.0, 1e-5);
  EXPECT_NEAR(volume_of(*mesh), 10.0, 1e-5);
}

TEST(Extrusion, KeepsHolesOpenAndIslandsSolid) {
  const auto mesh =
      extrude({square(0, 0, 10), square(1, 1, 3), square(5, 5, 4), square(6, 6, 2)}, 2.0);
  ASSERT_TRUE(mesh.ok()) << mesh.error().to_string();
  EXPECT_NEAR(up_area_of(*mesh), 100 - 9 - 16 + 4, 1e-4);
  EXPECT_NEAR(volume_of(*mesh), 2.0 * (100 - 9 - 16 + 4), 1e-3);
}

TEST(Extrusion, KeepsManyHolesInARowOpen) {
  std::vector<Outline> outlines{square(0, 0, 20)};
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) outlines.push_back(square(1 + 3 * i, 1 + 3 * j, 1));
  const auto mesh = extrude(outlines, 1.0);
  ASSERT_TRUE(mesh.ok()) << mesh.error().to_string();
  EXPECT_NEAR(up_area_of(*mesh), 400 - 36, 1e-3);
  EXPECT_NEAR(volume_of(*mesh), 400 - 36, 1e-2);
}

TEST(Extrusion, ToleratesPointsOnALineAndAClosingPoint) {
  const auto mesh = extrude({{{0, 0}, {1, 0}, {2, 0}, {2, 2}, {1, 2}, {0, 2}, {0, 0}}}, 1.0);
  ASSERT_TRUE(mesh.ok());
  EXPECT_NEAR(volume_of(*mesh), 4.0, 1e-5);
}

TEST(Extrusion, RefusesWhatEnclosesNothing) {
  EXPECT_FALSE(extrude({{{0, 0}, {1, 0}}}, 1.0).ok());
  EXPECT_FALSE(extrude({{{0, 0}, {1, 0}, {2, 0}}}, 1.0).ok());
}

TEST(Extrusion, FillsARoundOutline) {
  Outline circle;
  for (int i = 0; i < 200; ++i)
    circle.emplace_back(std::cos(2 * kPi * i / 200), std::sin(2 * kPi * i / 200));
  const auto mesh = extrude({circle}, 1.0);
  ASSERT_TRUE(mesh.ok());
  EXPECT_NEAR(up_area_of(*mesh), 100 * std::sin(2 * kPi / 200), 1e-4);
}

}  // namespace
}  // namespace rubble
