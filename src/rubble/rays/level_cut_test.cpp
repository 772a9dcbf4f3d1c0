// SPDX-License-Identifier: Apache-2.0
#include "rubble/rays/level_cut.h"

#include <gtest/gtest.h>

#include <cmath>

namespace rubble::rays {
namespace {

World world_of(const Geometry& geometry, const Pose& pose) {
  World world;
  auto model = std::make_shared<Model>();
  Link link{.name = "link"};
  link.visuals.push_back({.name = "shape", .geometry = geometry});
  model->links.push_back(link);
  model->world_from_model = pose;
  world.models.push_back(model);
  return world;
}

TEST(LevelCut, OfABoxIsItsOutline) {
  const World world = world_of(Box{{2, 1, 3}}, {Vec3(5, 5, 0)});
  double length = 0.0;
  for (const CutLine& line : cut_lines(world, 0.5)) length += (line.to - line.from).norm();
  EXPECT_NEAR(length, 6.0, 1e-5);
  EXPECT_TRUE(cut_lines(world, 2.0).empty());
}

// Where faces slant, the outline moves with the height.
TEST(LevelCut, OfABallIsTheCircleAtThatHeight) {
  const Vec3 middle(3, -2, 1);
  const World world = world_of(Sphere{2.0}, {middle});
  for (const double up : {-1.7, -0.4, 0.0, 0.9, 1.6}) {
    const double radius = std::sqrt(4.0 - up * up);
    const auto lines = cut_lines(world, middle.z() + up);
    EXPECT_GE(lines.size(), 8U);
    for (const CutLine& line : lines)
      for (const Vec2& end : {line.from, line.to})
        EXPECT_NEAR((end - middle.head<2>()).norm(), radius, 0.05) << up;
  }
}

// A slope of one in two, made by turning a slab: cut where the slope has that height.
TEST(LevelCut, OfASlopeLiesWhereTheSlopeIsThatHigh) {
  const double pitch = std::atan(0.5);
  const World world = world_of(Box{{20, 2, 1e-3}}, {Vec3::Zero(), quat_from({0, -pitch, 0})});
  for (const double height : {-2.0, 0.3, 1.5}) {
    const auto lines = cut_lines(world, height);
    ASSERT_FALSE(lines.empty());
    for (const CutLine& line : lines)
      for (const Vec2& end : {line.from, line.to})
        EXPECT_NEAR(end.x(), 2.0 * height, 0.01) << height;
  }
}

}  // namespace
}  // namespace rubble::rays
