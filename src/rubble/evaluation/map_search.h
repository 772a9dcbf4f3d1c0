// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "rubble/evaluation/distance_field.h"

namespace rubble::evaluation {

// Max-pooled pyramid of wall proximity scores, for branch and bound.
class ScorePyramid {
 public:
  ScorePyramid(const maps::OccupancyMap& map, double cell);

  int levels() const { return static_cast<int>(levels_.size()); }
  int width() const { return width_; }
  int height() const { return height_; }
  double cell() const { return cell_; }
  // Maximum over the 2^level x 2^level cells whose lower left one this is; 0 outside.
  int best(int level, int column, int row) const {
    if (column >= width_ || row >= height_ || column < -kMargin || row < -kMargin) return 0;
    return levels_[static_cast<std::size_t>(level)]
                  [static_cast<std::size_t>(row + kMargin) * static_cast<std::size_t>(stride_) +
                   static_cast<std::size_t>(column + kMargin)];
  }
  static constexpr int kBest = 255;

 private:
  static constexpr int kLevels = 6;
  static constexpr int kMargin =
      (1 << (kLevels - 1)) - 1;  // cells that a square may start outside of the map
  void add_level();

  double cell_;
  int width_;
  int height_;
  int stride_;
  std::vector<std::vector<std::uint8_t>> levels_;
};

// Range of shifts of the (already rotated) points, in coarse cells.
struct SearchWindow {
  int low_column = 0, high_column = 0;
  int low_row = 0, high_row = 0;
};

struct TurnedPoints {
  double turn = 0.0;
  std::vector<int> columns;
  std::vector<int> rows;
};

struct SearchResult {
  double turn = 0.0;
  int column = 0;
  int row = 0;
  int sum = 0;  // sum of the scores of the points
};

// Branch and bound over all rotations and shifts: the best result above `least`; if there is none,
// sum is `least`.
SearchResult best_place(const ScorePyramid& pyramid, const std::vector<TurnedPoints>& turns,
                        const SearchWindow& window, int least);

}  // namespace rubble::evaluation
