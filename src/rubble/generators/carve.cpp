// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/carve.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "rubble/base/assert.h"
#include "rubble/base/hash.h"
#include "rubble/base/random.h"

namespace rubble::generators {
namespace {

struct Edge {
  Cell cell;
  CellSide side;
};

// Sides of a cell behind which a neighbour waits that the tree has not reached.
std::vector<CellSide> unvisited_sides(const CellGrid& grid, Cell cell,
                                      const std::vector<bool>& visited) {
  std::vector<CellSide> sides;
  for (const CellSide side : kCellSides) {
    const auto next = grid.neighbor(cell, side);
    if (next && !visited[grid.index_of(*next)]) sides.push_back(side);
  }
  return sides;
}

void grow_tree(CellGrid& grid, const CarveSettings& settings, const std::vector<bool>& blocked) {
  Random random(settings.seed, "tree");
  std::vector<bool> visited = blocked;
  std::vector<Cell> path{settings.start};
  visited[grid.index_of(settings.start)] = true;
  while (!path.empty()) {
    const Cell cell = path.back();
    const std::vector<CellSide> sides = unvisited_sides(grid, cell, visited);
    if (sides.empty()) {
      path.pop_back();
      continue;
    }
    const CellSide side =
        sides[static_cast<std::size_t>(random.integer(0, static_cast<int>(sides.size()) - 1))];
    grid.open(cell, side);
    path.push_back(*grid.neighbor(cell, side));
    visited[grid.index_of(path.back())] = true;
  }
  RUBBLE_ASSERT(std::find(visited.begin(), visited.end(), false) == visited.end());
}

std::vector<Edge> inner_walls(const CellGrid& grid, const std::vector<bool>& blocked) {
  std::vector<Edge> walls;
  for (std::size_t i = 0; i < grid.cell_count(); ++i) {
    for (const CellSide side : {CellSide::East, CellSide::North}) {
      const Cell cell = grid.cell_at(i);
      const auto next = grid.neighbor(cell, side);
      if (!next || grid.is_open(cell, side)) continue;
      if (!blocked[i] && !blocked[grid.index_of(*next)]) walls.push_back({cell, side});
    }
  }
  return walls;
}

void break_loops(CellGrid& grid, const CarveSettings& settings, const std::vector<bool>& blocked) {
  std::vector<Edge> walls = inner_walls(grid, blocked);
  Random(settings.seed, "loops").shuffle(walls);
  const auto count = std::lround(settings.loop_share * static_cast<double>(walls.size()));
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
    grid.open(walls[i].cell, walls[i].side);
}

}  // namespace

CellGrid carve(const CarveSettings& settings) {
  CellGrid grid(settings.columns, settings.rows);
  std::vector<bool> blocked(grid.cell_count(), false);
  for (const Cell cell : settings.blocked) blocked[grid.index_of(cell)] = true;
  grow_tree(grid, settings, blocked);
  break_loops(grid, settings, blocked);
  return grid;
}

}  // namespace rubble::generators
