// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "rubble/geometry/pose.h"

namespace rubble::generators {

struct Cell {
  int column = 0;  // along x
  int row = 0;     // along y
  bool operator==(const Cell&) const = default;
};

enum class Side { East, North, West, South };
constexpr std::array<Side, 4> kSides{Side::East, Side::North, Side::West, Side::South};
Side opposite(Side side);
Side clockwise(Side side);  // the next one, turning right
double yaw_towards(Side side);

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
  std::optional<Cell> neighbor(Cell cell, Side side) const;

  bool is_open(Cell cell, Side side) const;
  void open(Cell cell, Side side);  // there must be a neighbour
  void close(Cell cell, Side side);
  int opening_count(Cell cell) const;

  // Walls on the grid's lines: below row r of a column, left of column c in a row. r = rows and
  // c = columns are the far border.
  bool has_wall_below(int column, int row) const;
  bool has_wall_left(int column, int row) const;

  std::uint64_t hash() const;

 private:
  std::size_t wall_index(Cell cell, Side side) const;

  int columns_;
  int rows_;
  std::vector<bool> walls_;  // all below-walls, then all left-walls
};

struct CarveSettings {
  int columns = 12;
  int rows = 8;
  std::uint64_t seed = 1;
  Cell start;
  double loop_share = 0.15;        // of the walls a tree leaves inside
  std::vector<Cell> blocked = {};  // stay closed on all sides
};

// A spanning tree by randomised depth-first search, then loops: every cell that is not blocked can
// be reached, and some in two ways. Blocked cells must not cut the grid in two.
CellGrid carve(const CarveSettings& settings);

// Steps from a cell to every other over openings; -1 = cannot be reached.
std::vector<int> steps_from(const CellGrid& grid, Cell from);

}  // namespace rubble::generators
