// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "rubble/base/assert.h"

namespace rubble {

// Max-pooled levels of a grid of scores: upper bounds for branch and bound over shifts (Hess et al.
// 2016, "Real-time loop closure in 2D LIDAR SLAM"). Constant after construction.
class BoundPyramid {
 public:
  // scores: [row][column]. Level 0 is the grid itself.
  BoundPyramid(std::vector<std::uint8_t> scores, int width, int height, int levels);

  int width() const { return width_; }
  int height() const { return height_; }
  int levels() const { return static_cast<int>(cells_.size()); }
  // Cells on a side of the square that one cell of a level stands for.
  static int step(int level) { return 1 << level; }
  // [row][column]: the maximum over the step x step cells whose least row and column this is; cells
  // outside of the grid count as 0.
  const std::vector<std::uint8_t>& cells(int level) const {
    RUBBLE_ASSERT(level >= 0 && level < levels());
    return cells_[static_cast<std::size_t>(level)];
  }

 private:
  int width_;
  int height_;
  std::vector<std::vector<std::uint8_t>> cells_;  // by level
};

}  // namespace rubble
