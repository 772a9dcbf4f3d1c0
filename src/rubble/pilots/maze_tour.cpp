// SPDX-License-Identifier: Apache-2.0
#include "rubble/pilots/maze_tour.h"

#include <algorithm>
#include <functional>

namespace rubble::pilots {
namespace {

using generators::Cell;
using generators::CellGrid;
using generators::kSides;
using generators::Side;

// Sides in the order a driver likes them: straight on first, back last.
std::vector<Side> sides_seen(Side heading) {
  const Side right = generators::clockwise(heading);
  return {heading, generators::opposite(right), right, generators::opposite(heading)};
}

// The shortest way over openings to the nearest cell that is wanted; without the first cell.
std::vector<Cell> way_to(const CellGrid& grid, Cell from, Side heading,
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
    for (const Side side : sides_seen(heading)) {
      const auto neighbor = grid.neighbor(cell, side);
      if (!neighbor || !grid.is_open(cell, side)) continue;
      if (came_from[grid.index_of(*neighbor)] != kNone) continue;
      came_from[grid.index_of(*neighbor)] = grid.index_of(cell);
      queue.push_back(*neighbor);
    }
  }
  return {};
}

Side side_between(const CellGrid& grid, Cell from, Cell to) {
  for (const Side side : kSides)
    if (grid.neighbor(from, side) == to) return side;
  return Side::East;
}

}  // namespace

std::vector<Cell> maze_tour(const generators::MazePlan& plan) {
  const CellGrid& grid = plan.grid;
  std::vector<bool> is_done(grid.cell_count(), false);
  for (std::size_t i = 0; i < is_done.size(); ++i)
    is_done[i] = grid.opening_count(grid.cell_at(i)) < 2;
  const Cell start = plan.starts.front();
  Side heading = Side::East;
  for (const Side side : kSides)
    if (grid.is_open(start, side)) {
      heading = side;
      break;
    }
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
    const auto way = way_to(grid, tour.back(), heading,
                            [&](Cell cell) { return !is_done[grid.index_of(cell)]; });
    if (way.empty()) break;
    append(way);
  }
  append(way_to(grid, tour.back(), heading, [&](Cell cell) { return cell == start; }));
  return tour;
}

std::vector<Vec2> stops_of(const generators::MazePlan& plan, const std::vector<Cell>& cells) {
  std::vector<Vec2> stops;
  stops.reserve(cells.size());
  for (const Cell cell : cells) stops.push_back(plan.frame.center_of(cell));
  return stops;
}

}  // namespace rubble::pilots
