// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/worldcheck/solid.h"

namespace rubble::worldcheck {

// An interval of solid matter on a vertical line, m.
struct SolidSpan {
  double low = 0.0;
  double high = 0.0;
};

// The static world as a span heightfield: solid intervals on the vertical line through each grid
// point. Exact for polyhedra.
class ColumnMap {
 public:
  ColumnMap(const std::vector<Solid>& solids, const Bounds& area, double step);

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  double step() const { return step_; }
  Vec2 point(int column, int row) const;
  int column_of(double x) const;
  int row_of(double y) const;
  bool contains(int column, int row) const;
  std::size_t index(int column, int row) const;
  // Ascending; touching spans are merged.
  const std::vector<SolidSpan>& spans(int column, int row) const;
  bool is_solid_within(int column, int row, double low, double high) const;

 private:
  void add(const Solid& solid);

  Vec2 origin_;
  double step_;
  int columns_;
  int rows_;
  std::vector<std::vector<SolidSpan>> spans_;
};

}  // namespace rubble::worldcheck
