// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "rubble/slam/2d/planar_scan.h"

namespace rubble::slam {

// Grid of space that beams have crossed (known free), in the frame of its map. Cells are coarse to
// keep it cheap.
class FreeSpace {
 public:
  static constexpr float kCell = 0.2F;  // m

  // Grows the grid to contain the box between two corners, m.
  void cover(const Vec2f& low, const Vec2f& high);
  // Marks the cells of a beam that ended at a wall, except the last cell. Precondition: cover() of
  // both ends.
  void mark(const Vec2f& from, const Vec2f& to);

  bool is_free(const Vec2f& point) const {
    const int column = cell_of(point.x() - left_), row = cell_of(point.y() - bottom_);
    const bool is_inside = column >= 0 && row >= 0 && column < width_ && row < height_;
    return is_inside && cells_[index_of(column, row)] != 0;
  }

 private:
  static int cell_of(float offset) { return static_cast<int>(std::floor(offset / kCell)); }
  std::size_t index_of(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(column);
  }

  float left_ = 0.0F;
  float bottom_ = 0.0F;
  int width_ = 0;
  int height_ = 0;
  std::vector<std::uint8_t> cells_;
};

}  // namespace rubble::slam
