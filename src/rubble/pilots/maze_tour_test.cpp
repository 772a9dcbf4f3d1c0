// SPDX-License-Identifier: Apache-2.0
#include "rubble/pilots/maze_tour.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

namespace rubble::pilots {
namespace {

generators::MazePlan plan_of(std::uint64_t seed) {
  auto plan = generators::plan_maze({.seed = seed});
  EXPECT_TRUE(plan);
  return *std::move(plan);
}

bool is_one_step(const CellGrid& grid, Cell from, Cell to) {
  for (const CellSide side : kCellSides)
    if (grid.neighbor(from, side) == to) return grid.is_open(from, side);
  return false;
}

TEST(MazeTour, GoesThroughOpeningsSeesEveryCellAndComesHome) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const generators::MazePlan plan = plan_of(seed);
    const std::vector<Cell> tour = maze_tour(plan.grid, plan.starts.front());
    EXPECT_EQ(tour.front(), plan.starts.front());
    EXPECT_EQ(tour.back(), plan.starts.front());
    std::set<std::size_t> visited;
    for (const Cell cell : tour) visited.insert(plan.grid.index_of(cell));
    for (std::size_t i = 1; i < tour.size(); ++i)
      EXPECT_TRUE(is_one_step(plan.grid, tour[i - 1], tour[i])) << "seed " << seed << " step " << i;
    EXPECT_EQ(visited.size(), plan.grid.cell_count()) << "seed " << seed;
    EXPECT_LT(tour.size(), 9 * plan.grid.cell_count() / 4) << "seed " << seed;
  }
}

TEST(MazeTour, GoesIntoDeadEndsOnlySoFarThatItsMiddleIsInside) {
  const generators::MazePlan plan = plan_of(1);
  for (std::size_t i = 0; i < plan.grid.cell_count(); ++i) {
    const Cell cell = plan.grid.cell_at(i);
    const bool is_dead_end = plan.grid.opening_count(cell) == 1;
    const double off = (stop_point(plan, cell) - plan.frame.center_of(cell)).norm();
    EXPECT_NEAR(off, is_dead_end ? 0.28 : 0.0, 1e-9) << "cell " << i;
  }
}

TEST(MazeTour, StopsInTheMiddleOfCells) {
  const generators::MazePlan plan = plan_of(1);
  const std::vector<Vec2> stops = stop_points(plan, {{0, 0}, {2, 1}});
  ASSERT_EQ(stops.size(), 2U);
  EXPECT_NEAR(stops[0].x(), plan.frame.pitch_x / 2, 1e-12);
  EXPECT_NEAR(stops[1].x(), plan.frame.pitch_x * 2.5, 1e-12);
  EXPECT_NEAR(stops[1].y(), plan.frame.pitch_y * 1.5, 1e-12);
}

}  // namespace
}  // namespace rubble::pilots
