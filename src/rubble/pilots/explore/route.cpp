// SPDX-License-Identifier: Apache-2.0
#include "rubble/pilots/explore/route.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rubble::pilots {
namespace {

constexpr double kMaxClearance = 1.0;  // m
// Costs are counted in tenths of a cell.
constexpr int kStraight = 10, kDiagonal = 14;
constexpr int kTightWeight = 24;  // of cells too narrow for the body, where it already stands

constexpr std::array<GridCell, 8> kNeighbors{
    {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};

// Priority queue for small whole costs: a ring of buckets (Dial 1969).
class BucketQueue {
 public:
  struct Entry {
    GridCell cell;
    std::int32_t cost;
  };
  void push(const Entry& entry) {
    buckets_[static_cast<std::size_t>(entry.cost) % buckets_.size()].push_back(entry);
    ++count_;
  }
  bool is_empty() const { return count_ == 0; }
  Entry pop() {
    while (buckets_[next_].empty()) next_ = (next_ + 1) % buckets_.size();
    const Entry entry = buckets_[next_].back();
    buckets_[next_].pop_back();
    --count_;
    return entry;
  }

 private:
  std::array<std::vector<Entry>, kDiagonal * kTightWeight + 1> buckets_;
  std::size_t next_ = 0;
  std::size_t count_ = 0;
};

}  // namespace

ShortestPaths::ShortestPaths(const Grid& grid, std::span<const Obstacle> obstacles,
                             const Vec2& from, const ClearanceSettings& settings)
    : grid_(grid), settings_(settings), from_(from), box_(grid.known()) {
  const GridCell start = grid.cell_of(from);
  if (grid.contains(start)) box_.add(start);
  const auto count =
      static_cast<std::size_t>(box_.width()) * static_cast<std::size_t>(box_.height());
  clearance_.assign(count, static_cast<float>(kMaxClearance));
  cost_.assign(count, kNoPath);
  came_from_.assign(count, 0);
  measure_clearance(obstacles);
  weigh();
  if (box_.contains(start)) spread(start);
}

void ShortestPaths::measure_clearance(std::span<const Obstacle> obstacles) {
  for (int y = box_.low.y; y <= box_.high.y; ++y)
    for (int x = box_.low.x; x <= box_.high.x; ++x)
      if (grid_.is_occupied({x, y})) clearance_[index_of({x, y})] = 0.0F;
  for (const Obstacle& obstacle : obstacles) {
    const GridCell low = grid_.cell_of(obstacle.place - Vec2::Constant(obstacle.radius));
    const GridCell high = grid_.cell_of(obstacle.place + Vec2::Constant(obstacle.radius));
    for (int y = low.y; y <= high.y; ++y)
      for (int x = low.x; x <= high.x; ++x)
        if (box_.contains({x, y}) &&
            (grid_.center_of({x, y}) - obstacle.place).norm() <= obstacle.radius)
          clearance_[index_of({x, y})] = 0.0F;
  }
  sweep_clearance();
}

// Chamfer distance transform (Borgefors 1986): two sweeps with the best pair of step lengths,
// within 4 % of the true distance.
void ShortestPaths::sweep_clearance() {
  const auto side = static_cast<float>(0.955 * grid_.cell_size());
  const auto corner = static_cast<float>(1.369 * grid_.cell_size());
  const int width = box_.width(), height = box_.height();
  const auto relax = [&](int x, int y, int from_x, int from_y, float step) {
    if (from_x < 0 || from_x >= width || from_y < 0 || from_y >= height) return;
    float& here = clearance_[static_cast<std::size_t>(y * width + x)];
    here = std::min(here, clearance_[static_cast<std::size_t>(from_y * width + from_x)] + step);
  };
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      relax(x, y, x - 1, y, side);
      relax(x, y, x - 1, y - 1, corner);
      relax(x, y, x, y - 1, side);
      relax(x, y, x + 1, y - 1, corner);
    }
  for (int y = height - 1; y >= 0; --y)
    for (int x = width - 1; x >= 0; --x) {
      relax(x, y, x + 1, y, side);
      relax(x, y, x + 1, y + 1, corner);
      relax(x, y, x, y + 1, side);
      relax(x, y, x - 1, y + 1, corner);
    }
}

std::uint8_t ShortestPaths::weight_of(GridCell cell) const {
  constexpr double kOwnBody = 0.45;  // m around the start: there it stands already
  constexpr double kNarrowest = 0.10;
  constexpr double kNarrowCost = 8.0;
  const double clear = clearance_[index_of(cell)];
  if (clear <= kNarrowest) return 0;
  const bool is_near = (grid_.center_of(cell) - from_).squaredNorm() < kOwnBody * kOwnBody;
  if (clear < settings_.body) return is_near ? kTightWeight : 0;
  if (!grid_.is_free(cell) && !is_near) return 0;
  if (clear >= settings_.comfort) return 1;
  const double tightness = (settings_.comfort - clear) / (settings_.comfort - settings_.body);
  return static_cast<std::uint8_t>(1 + std::lround(kNarrowCost * tightness));
}

void ShortestPaths::weigh() {
  weight_.reserve(clearance_.size());
  for (int y = box_.low.y; y <= box_.high.y; ++y)
    for (int x = box_.low.x; x <= box_.high.x; ++x) weight_.push_back(weight_of({x, y}));
}

void ShortestPaths::spread(GridCell from) {
  BucketQueue queue;
  cost_[index_of(from)] = 0;
  queue.push({from, 0});
  while (!queue.is_empty()) {
    const auto [cell, cost] = queue.pop();
    if (cost != cost_[index_of(cell)]) continue;
    for (std::size_t i = 0; i < kNeighbors.size(); ++i) {
      const GridCell next{cell.x + kNeighbors[i].x, cell.y + kNeighbors[i].y};
      if (!box_.contains(next)) continue;
      const int weight = weight_[index_of(next)];
      if (weight == 0) continue;
      const std::int32_t next_cost = cost + weight * (i % 2 == 0 ? kStraight : kDiagonal);
      std::int32_t& known = cost_[index_of(next)];
      if (known != kNoPath && known <= next_cost) continue;
      known = next_cost;
      came_from_[index_of(next)] = static_cast<std::int8_t>(i);
      queue.push({next, next_cost});
    }
  }
}

std::optional<double> ShortestPaths::cost_to(GridCell cell) const {
  if (!box_.contains(cell) || cost_[index_of(cell)] == kNoPath) return std::nullopt;
  return cost_[index_of(cell)] * grid_.cell_size() / kStraight;
}

std::vector<Vec2> ShortestPaths::path_to(GridCell cell) const {
  std::vector<Vec2> path;
  if (!cost_to(cell)) return path;
  const GridCell start = grid_.cell_of(from_);
  while (!(cell == start)) {
    path.push_back(grid_.center_of(cell));
    const GridCell step = kNeighbors[static_cast<std::size_t>(came_from_[index_of(cell)])];
    cell = {cell.x - step.x, cell.y - step.y};
  }
  std::reverse(path.begin(), path.end());
  return path;
}

void Coverage::visit(const Grid& grid, const Vec2& place, double reach) {
  const GridCell start = grid.cell_of(place);
  if (!grid.contains(start)) return;
  const int steps = static_cast<int>(reach / grid.cell_size());
  const int side = 2 * steps + 3;
  std::vector<bool> is_seen(static_cast<std::size_t>(side * side), false);
  const auto seen = [&](GridCell cell) {
    return is_seen[static_cast<std::size_t>((cell.y - start.y + steps + 1) * side + cell.x -
                                            start.x + steps + 1)];
  };
  std::vector<GridCell> queue{start};
  seen(start) = true;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    marks_[grid.index_of(queue[next])] = Mark::Visited;
    for (const GridCell& step : kNeighbors) {
      const GridCell cell{queue[next].x + step.x, queue[next].y + step.y};
      if (!grid.contains(cell) || (grid.center_of(cell) - place).norm() > reach) continue;
      if (seen(cell) || grid.is_occupied(cell)) continue;
      seen(cell) = true;
      queue.push_back(cell);
    }
  }
}

void Coverage::give_up(const Grid& grid, const Vec2& place, double radius) {
  const GridCell low = grid.cell_of(place - Vec2::Constant(radius));
  const GridCell high = grid.cell_of(place + Vec2::Constant(radius));
  for (int y = low.y; y <= high.y; ++y)
    for (int x = low.x; x <= high.x; ++x)
      if (grid.contains({x, y}) && (grid.center_of({x, y}) - place).norm() <= radius &&
          marks_[grid.index_of({x, y})] == Mark::None)
        marks_[grid.index_of({x, y})] = Mark::GivenUp;
}

void Coverage::try_again() {
  std::replace(marks_.begin(), marks_.end(), Mark::GivenUp, Mark::None);
}

std::optional<GridCell> nearest_uncovered(const Grid& grid, const Coverage& coverage,
                                          const ShortestPaths& paths, const Vec2& from,
                                          double yaw) {
  constexpr double kTurnCost = 0.35;  // m a radian
  std::optional<GridCell> best;
  double best_cost = 1e9;
  const GridBox& box = paths.box();
  for (int y = box.low.y; y <= box.high.y; ++y)
    for (int x = box.low.x; x <= box.high.x; ++x) {
      const GridCell cell{x, y};
      if (coverage.is_covered(grid, cell)) continue;
      const auto path_cost = paths.cost_to(cell);
      if (!path_cost || *path_cost >= best_cost) continue;
      const Vec2 there = grid.center_of(cell) - from;
      const double turn = std::abs(wrap_angle(std::atan2(there.y(), there.x()) - yaw));
      const double cost = *path_cost + kTurnCost * turn;
      if (cost >= best_cost) continue;
      best_cost = cost;
      best = cell;
    }
  return best;
}

}  // namespace rubble::pilots
