// SPDX-License-Identifier: Apache-2.0
#include "rubble/geometry/cell_grid.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "rubble/base/assert.h"
#include "rubble/base/hash.h"
#include "rubble/base/random.h"

namespace rubble {
CellSide opposite(CellSide side) { return kCellSides[(static_cast<std::size_t>(side) + 2) % 4]; }

CellSide clockwise(CellSide side) { return kCellSides[(static_cast<std::size_t>(side) + 3) % 4]; }

double yaw_towards(CellSide side) { return wrap_angle(static_cast<double>(side) * (kPi / 2)); }

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

std::optional<Cell> CellGrid::neighbor(Cell cell, CellSide side) const {
  constexpr int kStepX[] = {1, 0, -1, 0};
  constexpr int kStepY[] = {0, 1, 0, -1};
  const auto k = static_cast<std::size_t>(side);
  const Cell next{cell.column + kStepX[k], cell.row + kStepY[k]};
  const bool is_inside =
      next.column >= 0 && next.column < columns_ && next.row >= 0 && next.row < rows_;
  return is_inside ? std::optional(next) : std::nullopt;
}

std::size_t CellGrid::wall_index(Cell cell, CellSide side) const {
  const int below = cell.row * columns_ + cell.column;
  const int left = columns_ * (rows_ + 1) + cell.row * (columns_ + 1) + cell.column;
  switch (side) {
    case CellSide::East:
      return static_cast<std::size_t>(left + 1);
    case CellSide::North:
      return static_cast<std::size_t>(below + columns_);
    case CellSide::West:
      return static_cast<std::size_t>(left);
    case CellSide::South:
      return static_cast<std::size_t>(below);
  }
  return 0;
}

bool CellGrid::is_open(Cell cell, CellSide side) const { return !walls_[wall_index(cell, side)]; }

void CellGrid::open(Cell cell, CellSide side) {
  RUBBLE_ASSERT(neighbor(cell, side).has_value());
  walls_[wall_index(cell, side)] = false;
}

void CellGrid::close(Cell cell, CellSide side) { walls_[wall_index(cell, side)] = true; }

int CellGrid::opening_count(Cell cell) const {
  return static_cast<int>(std::count_if(kCellSides.begin(), kCellSides.end(),
                                        [&](CellSide side) { return is_open(cell, side); }));
}

bool CellGrid::has_wall_below(int column, int row) const {
  if (column < 0 || column >= columns_ || row < 0 || row > rows_) return false;
  return walls_[wall_index({column, row}, CellSide::South)];
}

bool CellGrid::has_wall_left(int column, int row) const {
  if (column < 0 || column > columns_ || row < 0 || row >= rows_) return false;
  return walls_[wall_index({column, row}, CellSide::West)];
}

std::uint64_t CellGrid::hash() const {
  Hash hash;
  hash.add(static_cast<std::uint64_t>(columns_)).add(static_cast<std::uint64_t>(rows_));
  for (const bool wall : walls_) hash.add(static_cast<std::uint64_t>(wall));
  return hash.value();
}

std::vector<int> steps_from(const CellGrid& grid, Cell from) {
  std::vector<int> steps(grid.cell_count(), -1);
  std::vector<Cell> queue{from};
  steps[grid.index_of(from)] = 0;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const Cell cell = queue[next];
    for (const CellSide side : kCellSides) {
      if (!grid.is_open(cell, side)) continue;
      const Cell beyond = *grid.neighbor(cell, side);
      if (steps[grid.index_of(beyond)] >= 0) continue;
      steps[grid.index_of(beyond)] = steps[grid.index_of(cell)] + 1;
      queue.push_back(beyond);
    }
  }
  return steps;
}

}  // namespace rubble
