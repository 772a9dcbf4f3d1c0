// SPDX-License-Identifier: Apache-2.0
#include "rubble/geometry/bound_pyramid.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "rubble/base/random.h"
#include "rubble/geometry/branch_and_bound.h"

namespace rubble {
namespace {

struct Grid {
  int width = 37;
  int height = 23;
  std::vector<std::uint8_t> scores;

  Grid() : scores(static_cast<std::size_t>(width * height)) {
    Random random(1, "scores");
    for (std::uint8_t& score : scores) score = static_cast<std::uint8_t>(random.uniform(0, 256));
  }
  int at(int column, int row) const {
    if (column < 0 || row < 0 || column >= width || row >= height) return 0;
    return scores[static_cast<std::size_t>(row * width + column)];
  }
};

TEST(BoundPyramid, ACellIsTheMaximumOfItsSquare) {
  const Grid grid;
  const BoundPyramid pyramid(grid.scores, grid.width, grid.height, 5);
  for (int level = 0; level < pyramid.levels(); ++level)
    for (int row = 0; row < grid.height; ++row)
      for (int column = 0; column < grid.width; ++column) {
        int best = 0;
        for (int y = 0; y < BoundPyramid::step(level); ++y)
          for (int x = 0; x < BoundPyramid::step(level); ++x)
            best = std::max(best, grid.at(column + x, row + y));
        const auto index = static_cast<std::size_t>(row * grid.width + column);
        ASSERT_EQ(pyramid.cells(level)[index], best) << level << ' ' << column << ' ' << row;
      }
}

// One point that may be shifted over the grid.
struct PointSearch {
  const Grid& grid;
  const BoundPyramid& pyramid;
  ShiftSquare best;

  ShiftWindow window() const { return {0, grid.width - 1, 0, grid.height - 1}; }
  static bool is_possible(const ShiftSquare&, int) { return true; }
  int bound_of(const ShiftSquare& square, int level) const {
    return pyramid.cells(level)[static_cast<std::size_t>(square.dy * grid.width + square.dx)];
  }
  int least() const { return best.bound; }
  bool visit(const ShiftSquare& leaf) {
    best = leaf;
    return true;
  }
};

TEST(BranchAndBound, FindsWhatAnExhaustiveSearchFinds) {
  const Grid grid;
  const BoundPyramid pyramid(grid.scores, grid.width, grid.height, 5);
  PointSearch search{grid, pyramid, {}};
  branch_and_bound(search, root_squares(1, search.window(), 4), 4);
  EXPECT_EQ(search.best.bound, *std::max_element(grid.scores.begin(), grid.scores.end()));
  EXPECT_EQ(grid.at(search.best.dx, search.best.dy), search.best.bound);
}

}  // namespace
}  // namespace rubble
