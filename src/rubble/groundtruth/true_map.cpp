// SPDX-License-Identifier: Apache-2.0
#include "rubble/groundtruth/true_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "rubble/rays/level_cut.h"

namespace rubble::groundtruth {
namespace {

using maps::OccupancyMap;
using rays::Corners;

constexpr double kSameStorey = 0.5;    // m, between floors of places
constexpr double kDeepestFloor = 1.0;  // m below that of the first place; deeper ones are others
constexpr double kSlack = 0.1;         // m that a place may be inside its floor
constexpr double kRim = 0.5;           // m of unknown space around what is known
constexpr std::uint8_t kFree = 0, kWall = 100;

// Height of a triangle above or below a point of the plane, if it is there and no wall.
std::optional<double> floor_at(const Corners& corners, const Vec2& point) {
  constexpr double kSteepest = 0.5;  // z of the normal: 60 degrees
  const Vec3 normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
  if (!(std::abs(normal.z()) > kSteepest * normal.norm())) return std::nullopt;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec2 edge = (corners[(i + 1) % 3] - corners[i]).head<2>();
    const Vec2 to_point = point - corners[i].head<2>();
    if ((edge.x() * to_point.y() - edge.y() * to_point.x()) * normal.z() < 0.0) return std::nullopt;
  }
  const Vec2 off = point - corners[0].head<2>();
  return corners[0].z() - normal.head<2>().dot(off) / normal.z();
}

// The highest floor below each place, or the place itself where there is none.
std::vector<double> floors_below(const World& world, std::span<const Vec3> places) {
  std::vector<std::optional<double>> found(places.size());
  rays::visit_triangles(world, [&](const Corners& corners) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto floor = floor_at(corners, places[i].head<2>());
      if (floor && *floor <= places[i].z() + kSlack && (!found[i] || *floor > *found[i]))
        found[i] = floor;
    }
  });
  std::vector<double> floors;
  for (std::size_t i = 0; i < places.size(); ++i)
    floors.push_back(found[i].value_or(places[i].z()));
  return floors;
}

struct Span {
  int first = 0;
  int last = -1;
};

// The world's plan while it is drawn.
class Plan {
 public:
  // Cells lie around multiples of their size: walls at round numbers are in the middle of a cell,
  // not between two.
  Plan(const Vec2& low, const Vec2& high, double resolution) {
    const auto below = [&](double value) { return std::floor(value / resolution) - 0.5; };
    map_.resolution = resolution;
    map_.origin = {below(low.x()) * resolution, below(low.y()) * resolution, 0.0};
    map_.width = static_cast<int>(std::ceil((high.x() - map_.origin.x) / resolution)) + 1;
    map_.height = static_cast<int>(std::ceil((high.y() - map_.origin.y) / resolution)) + 1;
    map_.cells.assign(static_cast<std::size_t>(map_.width) * static_cast<std::size_t>(map_.height),
                      maps::kUnknownCell);
    has_floor_.assign(map_.cells.size(), false);
  }

  void draw_wall(const rays::CutLine& line);
  void lay_floor(const Corners& corners, double lowest, double highest);
  // False if that place has no floor or stands in a wall.
  bool flood_from(const Vec2& place);
  // Walls not visible from free space are unknown.
  void forget_unseen_walls();
  OccupancyMap trimmed() const;
  double free_area() const;

 private:
  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(map_.width) +
           static_cast<std::size_t>(column);
  }
  bool contains(int column, int row) const {
    return column >= 0 && row >= 0 && column < map_.width && row < map_.height;
  }
  Vec2 in_cells(const Vec2& point) const {
    return (point - map_.origin.position()) / map_.resolution;
  }
  bool has_free_neighbour(int column, int row) const;
  // Rows or columns whose middles lie between two coordinates in cells.
  static Span middles_between(double low, double high, int count) {
    return {std::max(0, static_cast<int>(std::ceil(std::max(low, -1.0) - 0.5))),
            static_cast<int>(std::floor(std::min<double>(high, count) - 0.5))};
  }

  OccupancyMap map_;
  std::vector<bool> has_floor_;
};

// Every cell that the line touches (after Amanatides and Woo 1987).
void Plan::draw_wall(const rays::CutLine& line) {
  const Vec2 from = in_cells(line.from), way = in_cells(line.to) - from;
  int cell[2], step[2];
  double next[2], stride[2];
  int left = 0;
  for (int axis = 0; axis < 2; ++axis) {
    cell[axis] = static_cast<int>(std::floor(from[axis]));
    const int end = static_cast<int>(std::floor(from[axis] + way[axis]));
    left += std::abs(end - cell[axis]);
    step[axis] = way[axis] < 0.0 ? -1 : 1;
    const double border = cell[axis] + (step[axis] > 0 ? 1.0 : 0.0) - from[axis];
    next[axis] = end == cell[axis] ? 2.0 : border / way[axis];
    stride[axis] = end == cell[axis] ? 0.0 : step[axis] / way[axis];
  }
  for (;; --left) {
    if (contains(cell[0], cell[1])) map_.cells[index(cell[0], cell[1])] = kWall;
    if (left <= 0) return;
    const int axis = next[0] <= next[1] ? 0 : 1;
    cell[axis] += step[axis];
    next[axis] += stride[axis];
  }
}

void Plan::lay_floor(const Corners& corners, double lowest, double highest) {
  Bounds bounds;
  for (const Vec3& corner : corners) bounds.add(corner);
  if (bounds.low.z() > highest || bounds.high.z() < lowest) return;
  const Vec2 low = in_cells(bounds.low.head<2>()), high = in_cells(bounds.high.head<2>());
  const Span columns = middles_between(low.x(), high.x(), map_.width);
  const Span rows = middles_between(low.y(), high.y(), map_.height);
  for (int row = rows.first; row <= rows.last; ++row)
    for (int column = columns.first; column <= columns.last; ++column) {
      const Vec2 middle = map_.origin.position() + Vec2(column + 0.5, row + 0.5) * map_.resolution;
      const auto height = floor_at(corners, middle);
      if (height && *height >= lowest && *height <= highest) has_floor_[index(column, row)] = true;
    }
}

bool Plan::flood_from(const Vec2& place) {
  const Vec2 cell = in_cells(place);
  std::vector<std::pair<int, int>> open;
  const auto enter = [&](int column, int row) {
    if (!contains(column, row) || !has_floor_[index(column, row)]) return;
    std::uint8_t& state = map_.cells[index(column, row)];
    if (state != maps::kUnknownCell) return;
    state = kFree;
    open.emplace_back(column, row);
  };
  const int first_column = static_cast<int>(std::floor(cell.x()));
  const int first_row = static_cast<int>(std::floor(cell.y()));
  enter(first_column, first_row);
  while (!open.empty()) {
    const auto [column, row] = open.back();
    open.pop_back();
    enter(column + 1, row);
    enter(column - 1, row);
    enter(column, row + 1);
    enter(column, row - 1);
  }
  return map_.at(first_column, first_row) == kFree;
}

bool Plan::has_free_neighbour(int column, int row) const {
  for (int y = row - 1; y <= row + 1; ++y)
    for (int x = column - 1; x <= column + 1; ++x)
      if (contains(x, y) && map_.at(x, y) == kFree) return true;
  return false;
}

void Plan::forget_unseen_walls() {
  for (int row = 0; row < map_.height; ++row)
    for (int column = 0; column < map_.width; ++column)
      if (map_.at(column, row) == kWall && !has_free_neighbour(column, row))
        map_.cells[index(column, row)] = maps::kUnknownCell;
}

OccupancyMap Plan::trimmed() const {
  int low[2] = {map_.width, map_.height}, high[2] = {-1, -1};
  for (int row = 0; row < map_.height; ++row)
    for (int column = 0; column < map_.width; ++column) {
      if (map_.at(column, row) == maps::kUnknownCell) continue;
      low[0] = std::min(low[0], column);
      low[1] = std::min(low[1], row);
      high[0] = std::max(high[0], column);
      high[1] = std::max(high[1], row);
    }
  const int rim = static_cast<int>(std::ceil(kRim / map_.resolution));
  OccupancyMap result{.resolution = map_.resolution};
  result.origin = {map_.origin.x + (low[0] - rim) * map_.resolution,
                   map_.origin.y + (low[1] - rim) * map_.resolution, 0.0};
  result.width = high[0] - low[0] + 1 + 2 * rim;
  result.height = high[1] - low[1] + 1 + 2 * rim;
  for (int row = low[1] - rim; row <= high[1] + rim; ++row)
    for (int column = low[0] - rim; column <= high[0] + rim; ++column)
      result.cells.push_back(contains(column, row) ? map_.at(column, row) : maps::kUnknownCell);
  return result;
}

double Plan::free_area() const {
  const auto count = std::count(map_.cells.begin(), map_.cells.end(), kFree);
  return static_cast<double>(count) * map_.resolution * map_.resolution;
}

Result<Plan> empty_plan(const std::vector<rays::CutLine>& walls, std::span<const Vec3> places,
                        const TrueMapSettings& settings) {
  Vec2 low = places.front().head<2>(), high = low;
  const auto add = [&](const Vec2& point) {
    low = low.cwiseMin(point);
    high = high.cwiseMax(point);
  };
  for (const Vec3& place : places) add(place.head<2>());
  for (const rays::CutLine& line : walls) {
    add(line.from);
    add(line.to);
  }
  low.array() -= kRim;
  high.array() += kRim;
  const Vec2 cells = (high - low) / settings.resolution + Vec2(3, 3);
  if (!(cells.x() * cells.y() <= static_cast<double>(settings.max_cells)))
    return Error{{},
                 fmt::format("a map of {:.0f} x {:.0f} m has too many cells of {:g} m; take larger "
                             "ones",
                             high.x() - low.x(), high.y() - low.y(), settings.resolution)};
  return Plan(low, high, settings.resolution);
}

}  // namespace

std::vector<Vec3> places_of_starts(const World& world) {
  std::vector<Vec3> places;
  for (const Start& start : world.starts) places.push_back(start.pose.position);
  return places;
}

Result<TrueMap> true_map_of(const World& world, std::span<const Vec3> places,
                            const TrueMapSettings& settings) {
  if (places.empty()) return Error{{world.file}, "no place is known from which it is seen"};
  const std::vector<double> floors = floors_below(world, places);
  const double level = floors.front() + settings.height;
  const std::vector<rays::CutLine> walls = rays::cut_lines(world, level);
  auto plan = empty_plan(walls, places, settings);
  if (!plan) return Error{{world.file}, plan.error().message};
  rays::visit_triangles(world, [&](const Corners& corners) {
    plan->lay_floor(corners, floors.front() - kDeepestFloor, level);
  });
  for (const rays::CutLine& line : walls) plan->draw_wall(line);
  bool is_any_free = false;
  for (std::size_t i = 0; i < places.size(); ++i)
    if (std::abs(floors[i] - floors.front()) <= kSameStorey)
      is_any_free = plan->flood_from(places[i].head<2>()) || is_any_free;
  if (!is_any_free)
    return Error{{world.file},
                 fmt::format("at {:g} m no place to begin is free and has floor below: is the "
                             "height right?",
                             level)};
  plan->forget_unseen_walls();
  return TrueMap{plan->trimmed(), level, plan->free_area()};
}

}  // namespace rubble::groundtruth
