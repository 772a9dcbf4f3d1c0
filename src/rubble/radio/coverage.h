// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "rubble/base/parallel.h"
#include "rubble/base/result.h"
#include "rubble/radio/propagation.h"
#include "rubble/radio/shadowing.h"
#include "rubble/radio/walls.h"

namespace rubble::radio {

// Received power from one transmitter at the centre of each cell of a horizontal grid.
struct RadioCoverage {
  Vec2 origin = Vec2::Zero();  // m, world frame, low corner of the first cell
  double cell = 0.1;           // m, side of a cell
  double height = 0.5;         // m, world z of the receiver
  int columns = 0;             // along x
  int rows = 0;                // along y
  std::vector<float> dbm;      // row-major, the first row has the lowest y

  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(column);
  }
  float at(int column, int row) const { return dbm[index(column, row)]; }
  Vec2 cell_centre(int column, int row) const {
    return origin + cell * Vec2(column + 0.5, row + 0.5);
  }
};

constexpr std::size_t kMaxCoverageCells = 1'000'000;

// The rectangle to compute, world frame.
struct CoverageArea {
  Vec2 low = Vec2::Zero();  // m
  Vec2 high = Vec2::Zero();
  double cell = 0.1;    // m
  double height = 0.5;  // m
};

// Computes the coverage of a transmitter at `from`. The result does not depend on the number of
// workers. shadowing: null for none. Refuses invalid areas and those with more than
// kMaxCoverageCells cells.
Result<RadioCoverage> compute_coverage(const WallFinder& walls, const Propagation& propagation,
                                       const Shadowing* shadowing, const Vec3& from,
                                       const CoverageArea& area, Workers& workers);

}  // namespace rubble::radio
