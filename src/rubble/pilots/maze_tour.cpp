// SPDX-License-Identifier: Apache-2.0
#include "rubble/pilots/maze_tour.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace rubble::pilots {
namespace {

// Sides in the order a driver likes them: straight on first, back last.
std::vector<CellSide> sides_seen(CellSide heading) {
  const CellSide right = clockwise(heading);
  return {heading, opposite(right), right, opposite(heading)};
}

// The shortest way over openings to the nearest cell that is wanted; without the first cell.
std::vector<Cell> path_to(const CellGrid& grid, Cell from, CellSide heading,
                          const std::function<bool(Cell)>& is_wanted) {
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::vector<std::size_t> came_from(grid.cell_count(), kNone);
  std::vector<Cell> queue{from};
  came_from[grid.index_of(from)] = grid.index_of(from);
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const Cell cell = queue[next];
    if (is_wanted(cell)) {
      std::vector<Cell> way;
      for (Cell step = cell; !(step == from); step = grid.cell_at(came_from[grid.index_of(step)]))
        way.push_back(step);
      std::reverse(way.begin(), way.end());
      return way;
    }
    for (const CellSide side : sides_seen(heading)) {
      const auto neighbor = grid.neighbor(cell, side);
      if (!neighbor || !grid.is_open(cell, side)) continue;
      if (came_from[grid.index_of(*neighbor)] != kNone) continue;
      came_from[grid.index_of(*neighbor)] = grid.index_of(cell);
      queue.push_back(*neighbor);
    }
  }
  return {};
}

CellSide side_between(const CellGrid& grid, Cell from, Cell to) {
  for (const CellSide side : kCellSides)
    if (grid.neighbor(from, side) == to) return side;
  return CellSide::East;
}

CellSide first_opening(const CellGrid& grid, Cell cell) {
  for (const CellSide side : kCellSides)
    if (grid.is_open(cell, side)) return side;
  return CellSide::East;
}

// Whether there is a way from where a robot was routed from to a place, without a detour.
bool is_beside(const Grid& map, const ShortestPaths& routes, const Vec2& place) {
  constexpr double kMaxPathLength = 2.2;  // m
  const GridCell cell = map.cell_of(place);
  if (!routes.cost_to(cell)) return false;
  return static_cast<double>(routes.path_to(cell).size()) * map.cell_size() < kMaxPathLength;
}

}  // namespace

Vec2 max_clearance_point(const Grid& map, const ShortestPaths& routes, const Vec2& middle) {
  constexpr double kReach = 0.30;    // m
  constexpr double kRoom = 0.50;     // m: enough to turn on the spot
  constexpr double kOffCost = 0.35;  // m of room a metre
  const GridCell middle_cell = map.cell_of(middle);
  if (routes.cost_to(middle_cell) && routes.clearance(middle_cell) >= kRoom) return middle;
  Vec2 best = middle;
  double best_worth = -1e9;
  const GridCell low = map.cell_of(middle - Vec2::Constant(kReach));
  const GridCell high = map.cell_of(middle + Vec2::Constant(kReach));
  for (int y = low.y; y <= high.y; ++y)
    for (int x = low.x; x <= high.x; ++x) {
      const GridCell cell{x, y};
      if (!routes.cost_to(cell)) continue;
      const double off = (map.center_of(cell) - middle).norm();
      const double worth = std::min(routes.clearance(cell), kRoom) - kOffCost * off;
      if (worth <= best_worth) continue;
      best_worth = worth;
      best = map.center_of(cell);
    }
  return best;
}

CellGrid passable_cells(const generators::MazePlan& plan, const Grid& map, double body) {
  CellGrid grid = plan.grid;
  std::vector<Vec2> places;
  for (std::size_t i = 0; i < grid.cell_count(); ++i) {
    const Vec2 stop = stop_point(plan, grid.cell_at(i));
    const ShortestPaths near(map, {}, stop, {.body = body});
    places.push_back(max_clearance_point(map, near, stop));
  }
  for (std::size_t i = 0; i < grid.cell_count(); ++i) {
    const Cell cell = grid.cell_at(i);
    const ShortestPaths routes(map, {}, places[i], {.body = body});
    for (const CellSide side : {CellSide::East, CellSide::North})
      if (const auto neighbor = grid.neighbor(cell, side); neighbor && grid.is_open(cell, side))
        if (!is_beside(map, routes, places[grid.index_of(*neighbor)])) grid.close(cell, side);
  }
  return grid;
}

std::vector<Cell> maze_tour(const CellGrid& grid, Cell start) {
  std::vector<bool> is_done(grid.cell_count(), false);
  CellSide heading = first_opening(grid, start);
  std::vector<Cell> tour{start};
  is_done[grid.index_of(start)] = true;
  const auto append = [&](const std::vector<Cell>& way) {
    for (const Cell cell : way) {
      heading = side_between(grid, tour.back(), cell);
      is_done[grid.index_of(cell)] = true;
      tour.push_back(cell);
    }
  };
  while (true) {
    const auto way = path_to(grid, tour.back(), heading,
                             [&](Cell cell) { return !is_done[grid.index_of(cell)]; });
    if (way.empty()) break;
    append(way);
  }
  append(path_to(grid, tour.back(), heading, [&](Cell cell) { return cell == start; }));
  return tour;
}

Vec2 stop_point(const generators::MazePlan& plan, Cell cell) {
  constexpr double kInside = 0.28;  // m before the middle
  const Vec2 middle = plan.frame.center_of(cell);
  if (plan.grid.opening_count(cell) > 1) return middle;
  const double yaw = yaw_towards(first_opening(plan.grid, cell));
  return middle + kInside * Vec2(std::cos(yaw), std::sin(yaw));
}

std::vector<Vec2> stop_points(const generators::MazePlan& plan, const std::vector<Cell>& cells) {
  std::vector<Vec2> stops;
  stops.reserve(cells.size());
  for (const Cell cell : cells) stops.push_back(stop_point(plan, cell));
  return stops;
}

}  // namespace rubble::pilots
