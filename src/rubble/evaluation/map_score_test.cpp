// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/map_score.h"

#include <gtest/gtest.h>

#include <cmath>

#include "rubble/base/random.h"

namespace rubble::evaluation {
namespace {

using maps::OccupancyMap;

// A floor of rooms with walls and doors, told by what stands at a point.
std::uint8_t floor_plan(const Vec2& p) {
  const double x = p.x(), y = p.y();
  if (x < 0 || y < 0 || x > 14 || y > 9) return maps::kUnknownCell;
  const auto near = [](double value, double at) { return std::abs(value - at) < 0.06; };
  if (near(x, 0.05) || near(x, 13.95) || near(y, 0.05) || near(y, 8.95)) return 100;
  if (near(x, 4.0) && !(y > 1.0 && y < 2.2)) return 100;
  if (near(x, 9.3) && !(y > 6.0 && y < 7.2)) return 100;
  if (near(y, 3.5) && x > 4.0 && !(x > 6.0 && x < 7.0)) return 100;
  if (near(y, 6.1) && x < 4.0 && x > 1.2) return 100;
  if (std::hypot(x - 11.5, y - 6.5) < 0.5) return 100;
  return 0;
}

// The plan drawn with other cells, in a frame that is turned and moved.
OccupancyMap drawn(double resolution, const Pose2& map_from_plan, const Pose2& origin, int width,
                   int height) {
  OccupancyMap map{.resolution = resolution, .origin = origin, .width = width, .height = height};
  const Pose2 plan_from_map = map_from_plan.inverse();
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column)
      map.cells.push_back(floor_plan(
          plan_from_map * (origin * Vec2((column + 0.5) * resolution, (row + 0.5) * resolution))));
  return map;
}

OccupancyMap true_map() { return drawn(0.05, {}, {-1, -1, 0}, 320, 220); }

TEST(DistanceField, IsTheDistanceToTheNearestWall) {
  OccupancyMap map{.resolution = 0.5, .origin = {2, 3, 0.4}, .width = 9, .height = 7};
  map.cells.assign(63, 0);
  Random random(2, "cells");
  for (auto& cell : map.cells)
    if (random.chance(0.08)) cell = 100;
  map.cells[10] = 100;
  const DistanceField field(map);
  const auto walls = wall_points(map);
  for (int row = 0; row < map.height; ++row)
    for (int column = 0; column < map.width; ++column) {
      const Vec2 middle = map.origin * Vec2((column + 0.5) * 0.5, (row + 0.5) * 0.5);
      double nearest = 1e9;
      for (const Vec2& wall : walls) nearest = std::min(nearest, (wall - middle).norm());
      EXPECT_NEAR(field.distance(middle), nearest, 1e-5);
    }
}

TEST(MapScore, OfAMapWithItselfIsPerfect) {
  const auto score = score_map(true_map(), true_map());
  ASSERT_TRUE(score.ok());
  EXPECT_DOUBLE_EQ(score->wall_f1, 1.0);
  EXPECT_DOUBLE_EQ(score->agreement, 1.0);
  EXPECT_DOUBLE_EQ(score->explored, 1.0);
  EXPECT_DOUBLE_EQ(score->beyond, 0.0);
  EXPECT_NEAR(score->information, 1.0, 1e-12);
  EXPECT_NEAR(std::hypot(score->truth_from_estimate.x, score->truth_from_estimate.y), 0, 0.01);
}

TEST(MapScore, FindsKnownShiftsAndTurns) {
  for (const Pose2& moved : {Pose2{0.4, -0.3, radians(3.0)}, Pose2{5.0, 3.0, radians(40.0)},
                             Pose2{-30.0, 12.0, radians(-170.0)}, Pose2{0, 0, radians(90.0)}}) {
    // Large enough that the whole plan is on it.
    const Vec2 middle = moved * Vec2(7, 4.5);
    const auto estimate = drawn(0.04, moved, {middle.x() - 10, middle.y() - 10, 0}, 500, 500);
    const auto score = score_map(estimate, true_map());
    ASSERT_TRUE(score.ok());
    const Pose2 left = score->truth_from_estimate * moved;
    const Vec2 off = left * Vec2(7, 4.5) - Vec2(7, 4.5);
    EXPECT_LT(off.norm(), 0.05) << moved.theta;
    EXPECT_LT(std::abs(degrees(left.theta)), 0.4) << moved.theta;
    EXPECT_GT(score->wall_f1, 0.99);
    EXPECT_GT(score->agreement, 0.95);
    EXPECT_GT(score->explored, 0.98);
  }
}

TEST(MapScore, DoesNotCareAboutResolutionSizeAndOrigin) {
  const auto coarse = drawn(0.1, {}, {-3, -2, 0}, 200, 150);
  const auto turned_grid = drawn(0.05, {}, {2, -9, 0.5}, 400, 400);
  for (const auto& estimate : {coarse, turned_grid}) {
    const auto score = score_map(estimate, true_map());
    EXPECT_GT(score->wall_f1, 0.99);
    EXPECT_NEAR(std::hypot(score->truth_from_estimate.x, score->truth_from_estimate.y), 0, 0.08);
  }
}

TEST(MapScore, HalfAMapIsPreciseButNotComplete) {
  auto half = true_map();
  for (int row = 0; row < half.height; ++row)
    for (int column = half.width / 2; column < half.width; ++column)
      half.cells[static_cast<std::size_t>(row * half.width + column)] = maps::kUnknownCell;
  const auto score = score_map(half, true_map());
  EXPECT_GT(score->wall_precision, 0.99);
  EXPECT_GT(score->wall_recall, 0.35);
  EXPECT_LT(score->wall_recall, 0.65);
  EXPECT_NEAR(score->explored, 0.5, 0.03);
}

TEST(MapScore, AWrongWallCostsPrecision) {
  auto wrong = true_map();
  for (int row = 30; row < 190; ++row)
    for (int column = 150; column < 153; ++column)
      wrong.cells[static_cast<std::size_t>(row * wrong.width + column)] = 100;
  const auto score = score_map(wrong, true_map());
  EXPECT_LT(score->wall_precision, 0.95);
  EXPECT_GT(score->wall_recall, 0.99);
  EXPECT_LT(score->free_agreement, 1.0);
}

TEST(MapScore, TakesMapsAsTheyStandIfAsked) {
  auto moved = true_map();
  moved.origin.x += 1.0;
  const auto score = score_map(moved, true_map(), {.aligns = false});
  EXPECT_EQ(score->truth_from_estimate, Pose2{});
  EXPECT_LT(score->wall_f1, 0.7);
  EXPECT_NEAR(score_map(moved, true_map())->truth_from_estimate.x, -1.0, 0.03);
}

TEST(MapScore, RefusesMapsWithoutWalls) {
  OccupancyMap empty{.resolution = 0.05, .width = 10, .height = 10};
  empty.cells.assign(100, 0);
  const auto score = score_map(empty, true_map());
  ASSERT_FALSE(score.ok());
  EXPECT_NE(score.error().message.find("no walls"), std::string::npos);
  EXPECT_FALSE(score_map(true_map(), {}).ok());
}

}  // namespace
}  // namespace rubble::evaluation
