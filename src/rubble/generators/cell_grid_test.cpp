// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/cell_grid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "rubble/base/hash.h"
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
    for (const Side side : {Side::East, Side::North}) {
      if (!grid.neighbor(grid.cell_at(i), side) || edges == 0) continue;
      hash.add(static_cast<std::uint64_t>(grid.is_open(grid.cell_at(i), side)));
      --edges;
    }
  return hash.value();
}

TEST(CellGrid, OpeningOneSideOpensTheNeighborsOtherSide) {
  CellGrid grid(3, 2);
  grid.open({0, 0}, Side::East);
  grid.open({1, 0}, Side::North);
  EXPECT_TRUE(grid.is_open({1, 0}, Side::West));
  EXPECT_TRUE(grid.is_open({1, 1}, Side::South));
  EXPECT_EQ(grid.opening_count({1, 0}), 2);
  EXPECT_FALSE(grid.has_wall_left(1, 0));
  EXPECT_FALSE(grid.has_wall_below(1, 1));
  EXPECT_TRUE(grid.has_wall_below(0, 1));
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
