// SPDX-License-Identifier: Apache-2.0
#include "rubble/pilots/explore/push.h"

#include <algorithm>
#include <cmath>

namespace rubble::pilots {
namespace {

constexpr double kSightOfDoors = 1.3;  // m

Vec2 towards(double yaw) { return {std::cos(yaw), std::sin(yaw)}; }

// To the first occupied cell; nothing if there is none, or the way leads through the unknown.
std::optional<double> distance_to_wall(const Grid& grid, const Vec2& from, double yaw) {
  for (double distance = 0.0; distance < kSightOfDoors; distance += 0.5 * grid.cell_size()) {
    const GridCell cell = grid.cell_of(from + distance * towards(yaw));
    if (!grid.contains(cell)) return std::nullopt;
    if (grid.is_occupied(cell)) return distance;
    if (!grid.is_free(cell)) return std::nullopt;
  }
  return std::nullopt;
}

// Square to the direction: seen a little to each side it lies in one plane.
bool is_flat_end(const Grid& grid, const Vec2& from, double yaw, double distance) {
  constexpr double kAside = radians(20.0), kUneven = 0.05;  // m
  for (const double aside : {-kAside, kAside}) {
    const auto beside = distance_to_wall(grid, from, yaw + aside);
    if (!beside || std::abs(*beside * std::cos(kAside) - distance) > kUneven) return false;
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

// What lies on the other side, in shares of the ground there.
struct Behind {
  double reachable = 0.0;
  double free = 0.0;
};

Behind look_behind(const Grid& grid, const ShortestPaths& paths, const DoorCandidate& guess) {
  const Vec2 ahead = towards(guess.yaw), aside = towards(guess.yaw + kPi / 2);
  int all = 0, reachable = 0, free = 0;
  for (double deep = 0.3; deep < 0.85; deep += 0.1)
    for (const double side : {-0.25, 0.0, 0.25}) {
      const GridCell cell = grid.cell_of(guess.leaf() + deep * ahead + side * aside);
      ++all;
      reachable += paths.cost_to(cell).has_value();
      free += grid.contains(cell) && grid.is_free(cell);
    }
  return {static_cast<double>(reachable) / all, static_cast<double>(free) / all};
}

bool was_tried(const Vec2& leaf, std::span<const Vec2> tried) {
  constexpr double kSameLeaf = 0.45;  // m
  return std::any_of(tried.begin(), tried.end(),
                     [&](const Vec2& other) { return (other - leaf).norm() < kSameLeaf; });
}

// Nothing if what is ahead cannot be a door.
std::optional<DoorCandidate> guess_towards(const Grid& grid, const ShortestPaths& paths,
                                           const Vec2& from, double yaw, double nose) {
  constexpr double kRun = 0.1, kFarthest = 1.1;  // m
  constexpr double kMaxReachable = 0.2, kGlimpse = 0.35;
  const auto distance = distance_to_wall(grid, from, yaw);
  if (!distance || *distance < nose + kRun || *distance > kFarthest) return std::nullopt;
  if (!is_flat_end(grid, from, yaw, *distance)) return std::nullopt;
  DoorCandidate guess{from, yaw, *distance};
  const Behind behind = look_behind(grid, paths, guess);
  if (behind.reachable > kMaxReachable) return std::nullopt;
  guess.priority = behind.free > kGlimpse ? 2 : is_between_walls(grid, from, yaw) ? 1 : 0;
  return guess;
}

}  // namespace

std::optional<DoorCandidate> best_door_candidate(const Grid& grid, const ShortestPaths& paths,
                                                 double nose, std::span<const Vec2> tried) {
  constexpr int kStride = 2, kDirections = 36;
  constexpr double kRoomToTurn = 0.45;  // m
  std::optional<DoorCandidate> best;
  double best_cost = 1e9;
  const GridBox& box = paths.box();
  for (int y = box.low.y; y <= box.high.y; y += kStride)
    for (int x = box.low.x; x <= box.high.x; x += kStride) {
      const auto cost = paths.cost_to({x, y});
      if (!cost || paths.clearance({x, y}) < kRoomToTurn) continue;
      for (int i = 0; i < kDirections; ++i) {
        const double yaw = 2.0 * kPi * i / kDirections;
        const auto guess = guess_towards(grid, paths, grid.center_of({x, y}), yaw, nose);
        if (!guess || was_tried(guess->leaf(), tried)) continue;
        if (best && (guess->priority < best->priority ||
                     (guess->priority == best->priority && *cost >= best_cost)))
          continue;
        best = guess;
        best_cost = *cost;
      }
    }
  return best;
}

// A line through the points before the nose, by least squares.
std::optional<double> slant_ahead(const PlanarScan& scan, double nose) {
  constexpr double kDeep = 0.5, kHalfWidth = 0.3;  // m
  constexpr int kFewest = 8;
  int count = 0;
  double sum_x = 0.0, sum_y = 0.0, sum_xy = 0.0, sum_yy = 0.0;
  for (const PlanarBeam& beam : scan.beams) {
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
