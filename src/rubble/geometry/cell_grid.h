// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "rubble/geometry/pose.h"

namespace rubble {

struct Cell {
  int column = 0;  // along x
  int row = 0;     // along y
  bool operator==(const Cell&) const = default;
};

enum class CellSide { East, North, West, South };
constexpr std::array<CellSide, 4> kCellSides{CellSide::East, CellSide::North, CellSide::West,
                                             CellSide::South};
CellSide opposite(CellSide side);
CellSide clockwise(CellSide side);  // the next one, turning right
double yaw_towards(CellSide side);

// Cells in rows and columns with a wall or an opening between each two.
class CellGrid {
 public:
  CellGrid(int columns, int rows);  // every wall stands

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  std::size_t cell_count() const {
    return static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_);
  }
  std::size_t index_of(Cell cell) const;
  Cell cell_at(std::size_t index) const;
  std::optional<Cell> neighbor(Cell cell, CellSide side) const;

  bool is_open(Cell cell, CellSide side) const;
  void open(Cell cell, CellSide side);  // there must be a neighbour
  void close(Cell cell, CellSide side);
  int opening_count(Cell cell) const;

  // Walls on the grid's lines: below row r of a column, left of column c in a row. r = rows and
  // c = columns are the far border.
  bool has_wall_below(int column, int row) const;
  bool has_wall_left(int column, int row) const;

  std::uint64_t hash() const;

 private:
  std::size_t wall_index(Cell cell, CellSide side) const;

  int columns_;
  int rows_;
  std::vector<bool> walls_;  // all below-walls, then all left-walls
};

// Steps from a cell to every other over openings (breadth-first search); -1 = cannot be reached.
std::vector<int> steps_from(const CellGrid& grid, Cell from);

}  // namespace rubble
