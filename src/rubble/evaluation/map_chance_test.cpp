// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/map_chance.h"

#include <gtest/gtest.h>

#include <cmath>

#include "rubble/base/random.h"

namespace rubble::evaluation {
namespace {

using maps::OccupancyMap;

constexpr int kMazeColumns = 7, kMazeRows = 6;
constexpr int kCellPixels = 24;  // 1.2 m of 5 cm

void draw_maze_wall(OccupancyMap& map, int x0, int y0, int x1, int y1) {
  for (int y = y0 - 1; y <= y1 + 1; ++y)
    for (int x = x0 - 1; x <= x1 + 1; ++x)
      map.cells[static_cast<std::size_t>((y + 4) * map.width + x + 4)] = 100;
}

// A maze as mazes are: all walls on one lattice, the outer ones all there, a way everywhere.
OccupancyMap maze(std::uint64_t seed) {
  OccupancyMap map{.resolution = 0.05,
                   .origin = {-2.0, 1.0, 0.0},
                   .width = kMazeColumns * kCellPixels + 9,
                   .height = kMazeRows * kCellPixels + 9};
  map.cells.assign(static_cast<std::size_t>(map.width * map.height), 0);
  draw_maze_wall(map, 0, 0, kMazeColumns * kCellPixels, 0);
  draw_maze_wall(map, 0, kMazeRows * kCellPixels, kMazeColumns * kCellPixels,
                 kMazeRows * kCellPixels);
  draw_maze_wall(map, 0, 0, 0, kMazeRows * kCellPixels);
  draw_maze_wall(map, kMazeColumns * kCellPixels, 0, kMazeColumns * kCellPixels,
                 kMazeRows * kCellPixels);
  // Each cell but the last has a gap to the right or above (a binary tree maze).
  Random random(seed, "maze");
  for (int row = 0; row < kMazeRows; ++row)
    for (int column = 0; column < kMazeColumns; ++column) {
      const bool is_last_column = column == kMazeColumns - 1, is_last_row = row == kMazeRows - 1;
      const bool opens_up = is_last_column || (!is_last_row && random.chance(0.5));
      const int left = column * kCellPixels, low = row * kCellPixels;
      const int right = left + kCellPixels, high = low + kCellPixels;
      if (opens_up && !is_last_column) draw_maze_wall(map, right, low, right, high);
      if (!opens_up && !is_last_row) draw_maze_wall(map, left, high, right, high);
    }
  return map;
}

TEST(MapChance, OwnMazesScoreNearOneAndOthersNearZero) {
  constexpr std::uint64_t kMazes = 4;
  double sum = 0.0, plain = 0.0;
  int others = 0;
  for (std::uint64_t truth = 1; truth <= kMazes; ++truth)
    for (std::uint64_t estimate = 1; estimate <= kMazes; ++estimate) {
      const auto score = score_map(maze(estimate), maze(truth));
      const auto chance = chance_of(maze(estimate), maze(truth));
      ASSERT_TRUE(score && chance && chance->score);
      const double corrected = corrected_for_chance(score->wall_f1, chance->score->wall_f1);
      if (truth == estimate) {
        EXPECT_GT(corrected, 0.99) << truth;
        continue;
      }
      EXPECT_LT(std::abs(corrected), 0.35) << truth << " " << estimate;
      sum += corrected;
      plain += score->wall_f1;
      ++others;
    }
  EXPECT_GT(plain / others, 0.5) << "mazes that share their lattice look alike";
  EXPECT_LT(std::abs(sum / others), 0.1);
}

TEST(MapChance, IsUnknownWhereTheTruthIsItsOwnMirrorImage) {
  OccupancyMap room{.width = 100, .height = 80};
  room.cells.assign(8000, 0);
  for (std::size_t column = 0; column < 100; ++column)
    for (const std::size_t row : {0U, 1U, 78U, 79U}) room.cells[row * 100 + column] = 100;
  const auto chance = chance_of(room, room);
  ASSERT_TRUE(chance);
  EXPECT_FALSE(chance->score.has_value());
  EXPECT_GT(chance->own_mirror_f1, 0.99);
}

TEST(MapChance, AMirrorImageHasTheSameWallsInTheSameRectangle) {
  OccupancyMap map = maze(3);
  map.origin = {4.0, -2.0, 0.6};
  // Room to one side only, so that the middle of the walls is not that of the cells.
  for (const MirrorAxis axis : {MirrorAxis::Columns, MirrorAxis::Rows}) {
    const OccupancyMap image = mirrored(map, axis), back = mirrored(image, axis);
    EXPECT_EQ(back.cells, map.cells);
    EXPECT_NEAR(back.origin.x, map.origin.x, 1e-9);
    EXPECT_NE(image.cells, map.cells);
    Vec2 low(1e9, 1e9), high(-1e9, -1e9), image_low = low, image_high = high;
    const Pose2 grid = map.origin.inverse();
    for (const Vec2& wall : wall_points(map)) {
      low = low.cwiseMin(grid * wall);
      high = high.cwiseMax(grid * wall);
    }
    for (const Vec2& wall : wall_points(image)) {
      image_low = image_low.cwiseMin(grid * wall);
      image_high = image_high.cwiseMax(grid * wall);
    }
    EXPECT_LT((low - image_low).norm() + (high - image_high).norm(), 1e-9);
  }
}

TEST(MapChance, CorrectionLeavesPerfectionAndTakesChanceToZero) {
  EXPECT_DOUBLE_EQ(corrected_for_chance(1.0, 0.6), 1.0);
  EXPECT_DOUBLE_EQ(corrected_for_chance(0.6, 0.6), 0.0);
  EXPECT_DOUBLE_EQ(corrected_for_chance(0.8, 0.6), 0.5);
  EXPECT_LT(corrected_for_chance(0.5, 0.6), 0.0);
  EXPECT_EQ(corrected_for_chance(1.0, 1.0), 0.0);
}

TEST(MapChance, OfMapsAsTheyStandIsThatOfMirroringInPlace) {
  const auto chance = chance_of(maze(1), maze(1), {.aligns = false});
  ASSERT_TRUE(chance && chance->score);
  EXPECT_EQ(chance->score->truth_from_estimate, Pose2{});
  EXPECT_GT(chance->score->wall_f1, 0.3);
  EXPECT_LT(chance->score->wall_f1, 0.9);
}

}  // namespace
}  // namespace rubble::evaluation
