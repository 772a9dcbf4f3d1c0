// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "rubble/evaluation/distance_field.h"

namespace rubble::evaluation {

// How near to a wall each coarse cell of a map is, and the best of ever larger squares of cells.
class ScorePyramid {
 public:
  ScorePyramid(const mapping::OccupancyMap& map, double cell);

  int levels() const { return static_cast<int>(levels_.size()); }
  int width() const { return width_; }
  int height() const { return height_; }
  double cell() const { return cell_; }
  // The best of the square of 2^level cells whose lower left one this is; 0 outside.
  int best(int level, int column, int row) const {
    if (column >= width_ || row >= height_ || column < -kMargin || row < -kMargin) return 0;
    return levels_[static_cast<std::size_t>(level)]
                  [static_cast<std::size_t>(row + kMargin) * static_cast<std::size_t>(stride_) +
                   static_cast<std::size_t>(column + kMargin)];
  }
  static constexpr int kBest = 255;

 private:
  static constexpr int kLevels = 6;
  static constexpr int kMargin = (1 << (kLevels - 1)) - 1;  // squares may begin so far outside
  void add_level();

  double cell_;
  int width_;
  int height_;
  int stride_;
  std::vector<std::vector<std::uint8_t>> levels_;
};

// A place for the points, in coarse cells; the turn is done already.
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
  int sum = 0;  // of the points' scores
};

// The best place over all turns that is better than `least`; sum is `least` if there is none.
SearchResult best_place(const ScorePyramid& pyramid, const std::vector<TurnedPoints>& turns,
                        const SearchWindow& window, int least);

}  // namespace rubble::evaluation
