// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "rubble/evaluation/distance_field.h"
#include "rubble/geometry/bound_pyramid.h"
#include "rubble/geometry/branch_and_bound.h"

namespace rubble::evaluation {

struct TurnedPoints {
  double turn = 0.0;
  std::vector<int> columns;
  std::vector<int> rows;
};

// Scores of how near cells are to the walls of a map, with their bounds over squares of cells.
class ScorePyramid {
 public:
  ScorePyramid(const maps::OccupancyMap& map, double cell);

  int levels() const { return pyramid_.levels(); }
  int width() const { return pyramid_.width() - kMargin; }
  int height() const { return pyramid_.height() - kMargin; }
  double cell() const { return cell_; }
  // Upper bound, exact on level 0, of the sum of the scores of points that are shifted by dx and dy
  // and by less than 2^level cells more. Outside of the map the score is 0.
  int bound_of(const TurnedPoints& points, int dx, int dy, int level) const;
  static constexpr int kBest = 255;

 private:
  static constexpr int kLevels = 6;
  // Cells left of and below the map: a square may start there and still reach it.
  static constexpr int kMargin = (1 << (kLevels - 1)) - 1;
  static BoundPyramid pyramid_of(const maps::OccupancyMap& map, double cell);

  double cell_;
  BoundPyramid pyramid_;
};

struct SearchResult {
  double turn = 0.0;
  int column = 0;
  int row = 0;
  int sum = 0;  // sum of the scores of the points
};

// Branch and bound over all rotations and shifts of the (already rotated) points, in coarse cells:
// the best result above `least`; if there is none, sum is `least`.
SearchResult best_place(const ScorePyramid& pyramid, const std::vector<TurnedPoints>& turns,
                        const ShiftWindow& window, int least);

}  // namespace rubble::evaluation
