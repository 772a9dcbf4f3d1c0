// SPDX-License-Identifier: Apache-2.0
#include "rubble/geometry/cell_grid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "rubble/base/hash.h"
#include "rubble/generators/carve.h"
#include "rubble/generators/grid_frame.h"
#include "rubble/generators/maze.h"

namespace rubble::generators {
namespace {

int count_dead_ends(const CellGrid& grid) {
  int count = 0;
  for (std::size_t i = 0; i < grid.cell_count(); ++i)
    if (grid.opening_count(grid.cell_at(i)) == 1) ++count;
  return count;
}

int count_openings(const CellGrid& grid) {
  int count = 0;
  for (std::size_t i = 0; i < grid.cell_count(); ++i) count += grid.opening_count(grid.cell_at(i));
  return count / 2;
}

std::uint64_t hash_of_first_edges(const CellGrid& grid, int edges) {
  Hash hash;
  for (std::size_t i = 0; i < grid.cell_count() && edges > 0; ++i)
    for (const CellSide side : {CellSide::East, CellSide::North}) {
      if (!grid.neighbor(grid.cell_at(i), side) || edges == 0) continue;
      hash.add(static_cast<std::uint64_t>(grid.is_open(grid.cell_at(i), side)));
      --edges;
    }
  return hash.value();
}

TEST(CellGrid, OpeningOneSideOpensTheNeighborsOtherSide) {
  CellGrid grid(3, 2);
  grid.open({0, 0}, CellSide::East);
  grid.open({1, 0}, CellSide::North);
  EXPECT_TRUE(grid.is_open({1, 0}, CellSide::West));
  EXPECT_TRUE(grid.is_open({1, 1}, CellSide::South));
  EXPECT_EQ(grid.opening_count({1, 0}), 2);
  EXPECT_FALSE(grid.has_wall_left(1, 0));
  EXPECT_FALSE(grid.has_wall_below(1, 1));
  EXPECT_TRUE(grid.has_wall_below(0, 1));
}

TEST(Sides, TurnTheWayTheirNamesSay) {
  EXPECT_EQ(yaw_towards(CellSide::East), 0.0);
  EXPECT_NEAR(yaw_towards(CellSide::North), kPi / 2, 1e-12);
  for (const CellSide side : kCellSides) {
    EXPECT_NEAR(std::abs(wrap_angle(yaw_towards(opposite(side)) - yaw_towards(side))), kPi, 1e-12);
    EXPECT_NEAR(wrap_angle(yaw_towards(clockwise(side)) - yaw_towards(side)), -kPi / 2, 1e-12);
    const CellGrid grid(3, 3);
    const auto next = grid.neighbor({1, 1}, side);
    ASSERT_TRUE(next);
    EXPECT_NEAR(next->column - 1, std::cos(yaw_towards(side)), 1e-12);
    EXPECT_NEAR(next->row - 1, std::sin(yaw_towards(side)), 1e-12);
  }
}

// Posts stand on grid points: a wall covers both of its ends, and none is built twice.
TEST(WallRuns, CoverTheirPostsOnceAndOverlapNowhere) {
  const GridFrame frame{.pitch_x = 1.2, .pitch_y = 1.0};
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const CellGrid grid = carve({.columns = 6, .rows = 5, .seed = seed, .loop_share = 0.3});
    const std::vector<WallRun> runs = wall_runs(grid, frame);
    const auto count_at = [&](double x, double y) {
      return std::count_if(runs.begin(), runs.end(), [&](const WallRun& run) {
        return std::abs(x - run.middle.x()) < run.size.x() / 2 &&
               std::abs(y - run.middle.y()) < run.size.y() / 2;
      });
    };
    for (int row = 0; row <= 5; ++row)
      for (int column = 0; column <= 6; ++column) {
        const double x = column * frame.pitch_x, y = row * frame.pitch_y;
        const bool is_post = grid.has_wall_below(column, row) || grid.has_wall_left(column, row) ||
                             grid.has_wall_below(column - 1, row) ||
                             grid.has_wall_left(column, row - 1);
        constexpr double kCorner = 0.49 * kWallThickness;
        for (const double dx : {-kCorner, kCorner})
          for (const double dy : {-kCorner, kCorner})
            EXPECT_EQ(count_at(x + dx, y + dy), is_post ? 1 : 0)
                << "seed " << seed << ", post " << column << " " << row;
        if (column < 6) {
          EXPECT_EQ(count_at(x + frame.pitch_x / 2, y), grid.has_wall_below(column, row) ? 1 : 0);
        }
        if (row < 5) {
          EXPECT_EQ(count_at(x, y + frame.pitch_y / 2), grid.has_wall_left(column, row) ? 1 : 0);
        }
      }
  }
}

TEST(CellGrid, ATreeReachesEveryCellAndLoopsComeOnTop) {
  const CellGrid tree = carve({.seed = 5, .start = {0, 3}, .loop_share = 0.0});
  EXPECT_EQ(count_openings(tree), 95);
  const CellGrid maze = carve({.seed = 5, .start = {0, 3}});
  EXPECT_EQ(count_openings(maze), 95 + 12);  // 15 % of the 77 walls a tree leaves
  const std::vector<int> steps = steps_from(maze, {0, 3});
  EXPECT_EQ(std::count(steps.begin(), steps.end(), -1), 0);
}

TEST(CellGrid, BlockedCellsStayClosed) {
  const CellGrid grid = carve({.seed = 2, .start = {0, 0}, .blocked = {{5, 5}, {6, 5}}});
  EXPECT_EQ(grid.opening_count({5, 5}), 0);
  EXPECT_EQ(grid.opening_count({6, 5}), 0);
}

TEST(CellGrid, MazesSpreadOverSeeds) {
  std::set<std::uint64_t> beginnings;
  int dead_ends = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const MazePlan plan = *plan_maze({.seed = seed});
    const std::vector<int> steps = steps_from(plan.grid, plan.starts.front());
    EXPECT_EQ(std::count(steps.begin(), steps.end(), -1), 0) << "seed " << seed;
    beginnings.insert(hash_of_first_edges(plan.grid, 20));
    dead_ends += count_dead_ends(plan.grid);
  }
  EXPECT_GE(beginnings.size(), 195U);
  EXPECT_GT(dead_ends, 200 * 5);
  EXPECT_LT(dead_ends, 200 * 11);
}

}  // namespace
}  // namespace rubble::generators
