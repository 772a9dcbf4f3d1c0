// SPDX-License-Identifier: Apache-2.0
#include "rubble/rays/level_cut.h"

#include <gtest/gtest.h>

namespace rubble::rays {
namespace {

TEST(LevelCut, OfABoxIsItsOutline) {
  World world;
  auto model = std::make_shared<Model>();
  Link link{.name = "link"};
  link.visuals.push_back({.name = "box", .geometry = Box{{2, 1, 3}}});
  model->links.push_back(link);
  model->world_from_model = {Vec3(5, 5, 0)};
  world.models.push_back(model);
  double length = 0.0;
  for (const CutLine& line : cut_lines(world, 0.5)) length += (line.to - line.from).norm();
  EXPECT_NEAR(length, 6.0, 1e-5);
  EXPECT_TRUE(cut_lines(world, 2.0).empty());
}

}  // namespace
}  // namespace rubble::rays
