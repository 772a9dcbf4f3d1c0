// SPDX-License-Identifier: Apache-2.0
#include "rubble/pilots/explore_push.h"

#include <algorithm>
#include <cmath>

namespace rubble::pilots {
namespace {

constexpr double kSightOfDoors = 1.3;  // m

Vec2 towards(double yaw) { return {std::cos(yaw), std::sin(yaw)}; }

// To the first occupied cell; nothing if there is none, or the way leads through the unknown.
std::optional<double> distance_to_wall(const Grid& grid, const Vec2& from, double yaw) {
  for (double way = 0.0; way < kSightOfDoors; way += 0.5 * grid.cell_size()) {
    const GridCell cell = grid.cell_of(from + way * towards(yaw));
    if (!grid.contains(cell)) return std::nullopt;
    if (grid.is_occupied(cell)) return way;
    if (!grid.is_free(cell)) return std::nullopt;
  }
  return std::nullopt;
}

// Square to the direction: seen a little to each side it lies in one plane.
bool is_flat_end(const Grid& grid, const Vec2& from, double yaw, double distance) {
  constexpr double kAside = radians(20.0), kUneven = 0.07;  // m
  for (const double aside : {-kAside, kAside}) {
    const auto way = distance_to_wall(grid, from, yaw + aside);
    if (!way || std::abs(*way * std::cos(kAside) - distance) > kUneven) return false;
  }
  return true;
}

bool is_between_walls(const Grid& grid, const Vec2& from, double yaw) {
  constexpr double kWidest = 0.85, kOffMiddle = 0.25;  // m
  const auto left = distance_to_wall(grid, from, yaw + kPi / 2);
  const auto right = distance_to_wall(grid, from, yaw - kPi / 2);
  return left && right && *left < kWidest && *right < kWidest &&
         std::abs(*left - *right) < kOffMiddle;
}

bool is_unknown_behind(const Grid& grid, const DoorGuess& guess) {
  constexpr double kShare = 0.8;
  const Vec2 ahead = towards(guess.yaw), aside = towards(guess.yaw + kPi / 2);
  int unknown = 0, all = 0;
  for (double deep = 0.2; deep < 0.85; deep += 0.1)
    for (const double side : {-0.3, 0.0, 0.3}) {
      const GridCell cell = grid.cell_of(guess.leaf() + deep * ahead + side * aside);
      ++all;
      unknown += !grid.contains(cell) || (!grid.is_free(cell) && !grid.is_occupied(cell));
    }
  return unknown >= kShare * all;
}

bool was_tried(const Vec2& leaf, std::span<const Vec2> tried) {
  constexpr double kSameLeaf = 0.45;  // m
  return std::any_of(tried.begin(), tried.end(),
                     [&](const Vec2& other) { return (other - leaf).norm() < kSameLeaf; });
}

std::optional<DoorGuess> guess_from(const Grid& grid, const Vec2& from, double nose,
                                    std::span<const Vec2> tried) {
  constexpr int kDirections = 36;
  constexpr double kRun = 0.1, kFarthest = 1.1;  // m
  for (int i = 0; i < kDirections; ++i) {
    const double yaw = 2.0 * kPi * i / kDirections;
    const auto distance = distance_to_wall(grid, from, yaw);
    if (!distance || *distance < nose + kRun || *distance > kFarthest) continue;
    const DoorGuess guess{from, yaw, *distance};
    if (!was_tried(guess.leaf(), tried) && is_between_walls(grid, from, yaw) &&
        is_flat_end(grid, from, yaw, *distance) && is_unknown_behind(grid, guess))
      return guess;
  }
  return std::nullopt;
}

}  // namespace

std::optional<DoorGuess> nearest_door_guess(const Grid& grid, const Routes& routes, double nose,
                                            std::span<const Vec2> tried) {
  constexpr int kStride = 2;
  constexpr double kRoomToTurn = 0.45;  // m
  std::optional<DoorGuess> best;
  double best_cost = 1e9;
  const GridBox& box = routes.box();
  for (int y = box.low.y; y <= box.high.y; y += kStride)
    for (int x = box.low.x; x <= box.high.x; x += kStride) {
      const auto cost = routes.cost_to({x, y});
      if (!cost || *cost >= best_cost || routes.clearance({x, y}) < kRoomToTurn) continue;
      const auto guess = guess_from(grid, grid.center_of({x, y}), nose, tried);
      if (!guess) continue;
      best = guess;
      best_cost = *cost;
    }
  return best;
}

// A line through the points before the nose, by least squares.
std::optional<double> slant_ahead(const LevelScan& scan, double nose) {
  constexpr double kDeep = 0.5, kHalfWidth = 0.3;  // m
  constexpr int kFewest = 8;
  int count = 0;
  double sum_x = 0.0, sum_y = 0.0, sum_xy = 0.0, sum_yy = 0.0;
  for (const FlatBeam& beam : scan.beams) {
    const double x = beam.end.x(), y = beam.end.y();
    if (!beam.is_wall || x < 0.0 || x > nose + kDeep || std::abs(y) > kHalfWidth) continue;
    ++count;
    sum_x += x;
    sum_y += y;
    sum_xy += x * y;
    sum_yy += y * y;
  }
  const double spread = sum_yy - sum_y * sum_y / std::max(count, 1);
  if (count < kFewest || spread < 1e-3) return std::nullopt;
  return std::atan((sum_xy - sum_x * sum_y / count) / spread);
}

}  // namespace rubble::pilots
