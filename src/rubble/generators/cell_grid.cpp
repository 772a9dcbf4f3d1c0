// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/cell_grid.h"

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
  Side side;
};

// Sides of a cell behind which a neighbour waits that the tree has not reached.
std::vector<Side> unvisited_sides(const CellGrid& grid, Cell cell,
                                  const std::vector<bool>& visited) {
  std::vector<Side> sides;
  for (const Side side : kSides) {
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
    const std::vector<Side> sides = unvisited_sides(grid, cell, visited);
    if (sides.empty()) {
      path.pop_back();
      continue;
    }
    const Side side =
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
    for (const Side side : {Side::East, Side::North}) {
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

Side opposite(Side side) { return kSides[(static_cast<std::size_t>(side) + 2) % 4]; }

Side clockwise(Side side) { return kSides[(static_cast<std::size_t>(side) + 3) % 4]; }

double yaw_towards(Side side) { return wrap_angle(static_cast<double>(side) * (kPi / 2)); }

CellGrid::CellGrid(int columns, int rows)
    : columns_(columns),
      rows_(rows),
      walls_(static_cast<std::size_t>(columns * (rows + 1) + rows * (columns + 1)), true) {}

std::size_t CellGrid::index_of(Cell cell) const {
  RUBBLE_ASSERT(cell.column >= 0 && cell.column < columns_ && cell.row >= 0 && cell.row < rows_);
  return static_cast<std::size_t>(cell.row * columns_ + cell.column);
}

Cell CellGrid::cell_at(std::size_t index) const {
  return {static_cast<int>(index) % columns_, static_cast<int>(index) / columns_};
}

std::optional<Cell> CellGrid::neighbor(Cell cell, Side side) const {
  constexpr int kStepX[] = {1, 0, -1, 0};
  constexpr int kStepY[] = {0, 1, 0, -1};
  const auto k = static_cast<std::size_t>(side);
  const Cell next{cell.column + kStepX[k], cell.row + kStepY[k]};
  const bool is_inside =
      next.column >= 0 && next.column < columns_ && next.row >= 0 && next.row < rows_;
  return is_inside ? std::optional(next) : std::nullopt;
}

std::size_t CellGrid::wall_index(Cell cell, Side side) const {
  const int below = cell.row * columns_ + cell.column;
  const int left = columns_ * (rows_ + 1) + cell.row * (columns_ + 1) + cell.column;
  switch (side) {
    case Side::East:
      return static_cast<std::size_t>(left + 1);
    case Side::North:
      return static_cast<std::size_t>(below + columns_);
    case Side::West:
      return static_cast<std::size_t>(left);
    case Side::South:
      return static_cast<std::size_t>(below);
  }
  return 0;
}

bool CellGrid::is_open(Cell cell, Side side) const { return !walls_[wall_index(cell, side)]; }

void CellGrid::open(Cell cell, Side side) {
  RUBBLE_ASSERT(neighbor(cell, side).has_value());
  walls_[wall_index(cell, side)] = false;
}

void CellGrid::close(Cell cell, Side side) { walls_[wall_index(cell, side)] = true; }

int CellGrid::opening_count(Cell cell) const {
  return static_cast<int>(
      std::count_if(kSides.begin(), kSides.end(), [&](Side side) { return is_open(cell, side); }));
}

bool CellGrid::has_wall_below(int column, int row) const {
  if (column < 0 || column >= columns_ || row < 0 || row > rows_) return false;
  return walls_[wall_index({column, row}, Side::South)];
}

bool CellGrid::has_wall_left(int column, int row) const {
  if (column < 0 || column > columns_ || row < 0 || row >= rows_) return false;
  return walls_[wall_index({column, row}, Side::West)];
}

std::uint64_t CellGrid::hash() const {
  Hash hash;
  hash.add(static_cast<std::uint64_t>(columns_)).add(static_cast<std::uint64_t>(rows_));
  for (const bool wall : walls_) hash.add(static_cast<std::uint64_t>(wall));
  return hash.value();
}

CellGrid carve(const CarveSettings& settings) {
  CellGrid grid(settings.columns, settings.rows);
  std::vector<bool> blocked(grid.cell_count(), false);
  for (const Cell cell : settings.blocked) blocked[grid.index_of(cell)] = true;
  grow_tree(grid, settings, blocked);
  break_loops(grid, settings, blocked);
  return grid;
}

std::vector<int> steps_from(const CellGrid& grid, Cell from) {
  std::vector<int> steps(grid.cell_count(), -1);
  std::vector<Cell> queue{from};
  steps[grid.index_of(from)] = 0;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const Cell cell = queue[next];
    for (const Side side : kSides) {
      if (!grid.is_open(cell, side)) continue;
      const Cell beyond = *grid.neighbor(cell, side);
      if (steps[grid.index_of(beyond)] >= 0) continue;
      steps[grid.index_of(beyond)] = steps[grid.index_of(cell)] + 1;
      queue.push_back(beyond);
    }
  }
  return steps;
}

}  // namespace rubble::generators
