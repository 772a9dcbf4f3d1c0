// SPDX-License-Identifier: Apache-2.0
#include "rubble/worldcheck/traverse.h"

#include <cmath>

namespace rubble::worldcheck {
namespace {

constexpr double kMinSupport = 0.7;  // share of the disc with ground near its height

struct Offset {
  int column = 0;
  int row = 0;
};

std::vector<Offset> disc_offsets(double radius, double step) {
  std::vector<Offset> offsets;
  constexpr double kRounding = 1e-9;
  const int reach = static_cast<int>(std::ceil(radius / step));
  for (int row = -reach; row <= reach; ++row)
    for (int column = -reach; column <= reach; ++column)
      if (std::hypot(row * step, column * step) <= radius + kRounding)
        offsets.push_back({column, row});
  return offsets;
}

bool has_ground(const ColumnMap& map, int column, int row, double height, double tolerance) {
  for (const SolidSpan& span : map.spans(column, row))
    if (std::abs(span.high - height) < tolerance) return true;
  return false;
}

bool disc_fits(const ColumnMap& map, const WalkableSpan& place, const RobotDisc& robot,
               const std::vector<Offset>& offsets) {
  std::size_t supported = 0;
  for (const Offset& offset : offsets) {
    const int column = place.column + offset.column;
    const int row = place.row + offset.row;
    if (!map.contains(column, row)) return false;
    if (map.is_solid_within(column, row, place.height + robot.body_low,
                            place.height + robot.body_high))
      return false;
    if (has_ground(map, column, row, place.height, robot.body_low)) ++supported;
  }
  return static_cast<double>(supported) >= kMinSupport * static_cast<double>(offsets.size());
}

void add_places(const ColumnMap& map, int column, int row, double room,
                std::vector<WalkableSpan>& walkable_spans) {
  const auto& spans = map.spans(column, row);
  bool is_lowest = true;
  for (std::size_t k = 0; k < spans.size(); ++k) {
    if (k + 1 < spans.size() && spans[k + 1].low - spans[k].high < room) continue;
    walkable_spans.push_back({column, row, spans[k].high, is_lowest});
    is_lowest = false;
  }
}

}  // namespace

Reachability::Reachability(const ColumnMap& map, const RobotDisc& robot,
                           const std::vector<Vec2>& starts)
    : map_(map) {
  for (int row = 0; row < map.rows(); ++row)
    for (int column = 0; column < map.columns(); ++column) {
      first_.push_back(walkable_spans_.size());
      add_places(map, column, row, robot.body_high, walkable_spans_);
    }
  first_.push_back(walkable_spans_.size());
  const std::vector<Offset> offsets = disc_offsets(robot.radius, map.step());
  for (WalkableSpan& place : walkable_spans_) place.is_free = disc_fits(map, place, robot, offsets);

  std::vector<std::size_t> queue;
  const auto reach = [&](std::size_t k) {
    if (walkable_spans_[k].is_reached || !walkable_spans_[k].is_free) return;
    walkable_spans_[k].is_reached = true;
    queue.push_back(k);
  };
  for (const Vec2& start : starts) {
    const int column = map.column_of(start.x());
    const int row = map.row_of(start.y());
    if (map.contains(column, row) && first_[map.index(column, row)] < walkable_spans_.size())
      reach(first_[map.index(column, row)]);
  }
  for (std::size_t next = 0; next < queue.size(); ++next)
    for (const std::size_t k : neighbors(walkable_spans_[queue[next]], robot.max_step)) reach(k);
}

std::vector<std::size_t> Reachability::neighbors(const WalkableSpan& place, double max_step) const {
  std::vector<std::size_t> found;
  for (const Offset& offset : {Offset{1, 0}, Offset{-1, 0}, Offset{0, 1}, Offset{0, -1}}) {
    const int column = place.column + offset.column;
    const int row = place.row + offset.row;
    if (!map_.contains(column, row)) continue;
    const std::size_t cell = map_.index(column, row);
    for (std::size_t k = first_[cell]; k < first_[cell + 1]; ++k)
      if (std::abs(walkable_spans_[k].height - place.height) <= max_step) found.push_back(k);
  }
  return found;
}

double Reachability::reached_share(const Bounds& area) const {
  std::size_t free_count = 0, reached = 0;
  for (const WalkableSpan& place : walkable_spans_) {
    const Vec2 point = map_.point(place.column, place.row);
    const bool is_inside = point.x() > area.low.x() && point.x() < area.high.x() &&
                           point.y() > area.low.y() && point.y() < area.high.y();
    if (!place.is_free || !place.is_lowest || !is_inside) continue;
    ++free_count;
    if (place.is_reached) ++reached;
  }
  return free_count == 0 ? 0.0 : static_cast<double>(reached) / static_cast<double>(free_count);
}

bool Reachability::reaches_near(const Vec3& point, double distance) const {
  for (const WalkableSpan& place : walkable_spans_) {
    if (!place.is_reached) continue;
    const bool is_near = (map_.point(place.column, place.row) - point.head<2>()).norm() < distance;
    if (is_near && std::abs(place.height - point.z()) < 1.0) return true;
  }
  return false;
}

}  // namespace rubble::worldcheck
