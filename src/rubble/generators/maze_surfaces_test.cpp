// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/maze_surfaces.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "rubble/generators/maze.h"

namespace rubble::generators {
namespace {

const Model& model_of(const World& world, const std::string& name) {
  const auto found = std::find_if(world.models.begin(), world.models.end(),
                                  [&](const auto& model) { return model->name == name; });
  return **found;
}

double footprint_of(const Model& walls, bool only_glass) {
  double area = 0.0;
  for (const Link& link : walls.links) {
    const Vec3 size = std::get<Box>(link.collisions.front().geometry).size;
    const bool is_glass = link.collisions.front().surface.transparency > 0.0;
    if (is_glass || !only_glass) area += size.x() * size.y();
  }
  return area;
}

TEST(MazeSurfaces, AThirdOfTheWallsIsGlassAndAllStandWhereTheyStood) {
  const World plain = maze_world(*plan_maze({.seed = 3}));
  const World glassy = maze_world(*plan_maze({.seed = 3, .glass = 1.0 / 3.0}));
  const Model& walls = model_of(glassy, "walls");
  EXPECT_NEAR(footprint_of(walls, false), footprint_of(model_of(plain, "walls"), false), 1e-9);
  EXPECT_NEAR(footprint_of(walls, true) / footprint_of(walls, false), 1.0 / 3.0, 0.03);
  for (const Link& link : walls.links) {
    const Vec3 size = std::get<Box>(link.collisions.front().geometry).size;
    EXPECT_LE(std::max(size.x(), size.y()), 1.25 + 2 * kWallThickness);
    EXPECT_GT(std::max(size.x(), size.y()), 1.0);
  }
}

TEST(MazeSurfaces, AnotherSeedHasItsPanesElsewhere) {
  const std::string text = *maze_sdf({.seed = 3, .glass = 0.3});
  EXPECT_EQ(text, *maze_sdf({.seed = 3, .glass = 0.3}));
  EXPECT_NE(text, *maze_sdf({.seed = 3, .glass = 0.4}));
}

TEST(MazeSurfaces, FloorAndRampsAreSlipperyAndWallsAreNot) {
  const World world = maze_world(*plan_maze({.seed = 3, .friction = 0.36}));
  for (const Link& link : model_of(world, "ramps").links)
    for (const Collision& collision : link.collisions) {
      EXPECT_DOUBLE_EQ(collision.contact.friction, 0.36);
      EXPECT_EQ(collision.surface.material, "");
    }
  EXPECT_DOUBLE_EQ(model_of(world, "hall").links.front().collisions.front().contact.friction, 0.36);
  EXPECT_DOUBLE_EQ(model_of(world, "walls").links.front().collisions.front().contact.friction, 0.5);
}

}  // namespace
}  // namespace rubble::generators
