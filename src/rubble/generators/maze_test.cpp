// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/maze.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace rubble::generators {
namespace {

TEST(Maze, SameSettingsGiveTheSameBytes) {
  EXPECT_EQ(*maze_sdf({.seed = 7}), *maze_sdf({.seed = 7}));
  EXPECT_EQ(*maze_sdf({.seed = 7, .crossing = true}), *maze_sdf({.seed = 7, .crossing = true}));
}

TEST(Maze, AnotherSeedGivesOtherWalls) {
  EXPECT_NE(plan_maze({.seed = 7})->grid.hash(), plan_maze({.seed = 8})->grid.hash());
  EXPECT_NE(plan_maze({.seed = 7})->hash(), plan_maze({.seed = 8})->hash());
}

TEST(Maze, FloorAndFeaturesDoNotMoveTheWalls) {
  const MazePlan smooth = *plan_maze({.seed = 7});
  const MazePlan crossing = *plan_maze({.seed = 7, .crossing = true});
  EXPECT_EQ(smooth.grid.hash(), crossing.grid.hash());
  EXPECT_NE(hash_of(smooth.floor), hash_of(crossing.floor));

  const Furnishing few = furnish(
      smooth.grid, {.seed = 7, .starts = smooth.starts, .min_features = 2, .max_features = 2});
  EXPECT_EQ(few.features.size(), 2U);
  ASSERT_EQ(few.victims.size(), smooth.furnishing.victims.size());
  for (std::size_t i = 0; i < few.victims.size(); ++i)
    EXPECT_EQ(few.victims[i].spot, smooth.furnishing.victims[i].spot);
}

TEST(Maze, HoldsWhatTheRecipeAsksFor) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const MazePlan plan = *plan_maze({.seed = seed});
    EXPECT_EQ(plan.grid.columns(), 12);
    EXPECT_EQ(plan.grid.rows(), 8);
    EXPECT_DOUBLE_EQ(plan.frame.clear_x(), 1.20);
    const Furnishing& things = plan.furnishing;
    EXPECT_TRUE(things.features.size() >= 8 && things.features.size() <= 14) << "seed " << seed;
    EXPECT_TRUE(things.victims.size() >= 4 && things.victims.size() <= 8) << "seed " << seed;
    EXPECT_TRUE(things.labels.size() >= 6 && things.labels.size() <= 10) << "seed " << seed;
    EXPECT_EQ(things.tags.size(), 32U);
    EXPECT_EQ(std::count_if(things.features.begin(), things.features.end(),
                            [](const Feature& f) { return f.kind == FeatureKind::Glass; }),
              1);
  }
}

TEST(Maze, RobotsStartOnFlatFloorInCellsOfTheirOwn) {
  const MazePlan plan = *plan_maze({.seed = 3});
  const World world = maze_world(plan);
  ASSERT_EQ(world.starts.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    const Cell cell = plan.starts[i];
    EXPECT_EQ(world.starts[i].name, "RobotStart" + std::to_string(i + 1));
    EXPECT_EQ(plan.floor[plan.grid.index_of(cell)].kind, FloorTile::Kind::Flat);
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(plan.starts[j], cell);
    const double yaw = yaw_of(world.starts[i].pose.rotation);
    const auto faces = [&](CellSide side) {
      return std::abs(wrap_angle(yaw - yaw_towards(side))) < 1e-6 && plan.grid.is_open(cell, side);
    };
    EXPECT_TRUE(std::any_of(kCellSides.begin(), kCellSides.end(), faces));
  }
}

TEST(Maze, NeighboringRollRidgesRunThroughAndOthersEndInHips) {
  const MazePlan plan = *plan_maze({.seed = 1});
  for (std::size_t i = 0; i < plan.floor.size(); ++i) {
    const FloorTile& tile = plan.floor[i];
    if (tile.kind == FloorTile::Kind::Flat || tile.high_end != RidgeEnd::Through) continue;
    const auto next = plan.grid.neighbor(plan.grid.cell_at(i),
                                         tile.is_along_x ? CellSide::East : CellSide::North);
    ASSERT_TRUE(next.has_value());
    const FloorTile& beyond = plan.floor[plan.grid.index_of(*next)];
    EXPECT_EQ(beyond.low_end, RidgeEnd::Through);
    EXPECT_EQ(beyond.is_along_x, tile.is_along_x);
  }
}

TEST(Maze, AFifthOfTheFreeCellsIsFlat) {
  double flat = 0.0, all = 0.0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const MazePlan plan = *plan_maze({.seed = seed});
    std::vector<bool> is_fixed = victim_cells(plan.grid, plan.furnishing);
    for (const Cell cell : plan.starts) is_fixed[plan.grid.index_of(cell)] = true;
    for (std::size_t i = 0; i < is_fixed.size(); ++i) {
      if (is_fixed[i]) continue;
      ++all;
      if (plan.floor[i].kind == FloorTile::Kind::Flat) ++flat;
    }
  }
  EXPECT_NEAR(flat / all, 0.2, 0.02);
}

TEST(Maze, RefusesSizesThatDoNotDivideIntoCells) {
  for (const double width : {0.0, -3.0, 2.0, 1000.0, std::nan("")}) {
    const auto made = maze_sdf({.width = width});
    ASSERT_FALSE(made.ok()) << width;
    EXPECT_NE(made.error().message.find("width"), std::string::npos) << made.error().message;
  }
  const auto flat = maze_sdf({.height = 1.0});
  ASSERT_FALSE(flat.ok());
  EXPECT_NE(flat.error().message.find("height 1 m"), std::string::npos) << flat.error().message;
  EXPECT_TRUE(maze_sdf({.width = 14.5, .height = 9.7}).ok());
}

TEST(Maze, StaysSmall) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    EXPECT_LT(maze_sdf({.seed = seed})->size(), 250'000U);
  EXPECT_LT(maze_sdf({.width = 30.0, .height = 30.0})->size(), 1'000'000U);
}

}  // namespace
}  // namespace rubble::generators
