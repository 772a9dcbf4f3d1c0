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

// What would be received from one transmitter at the middle of each cell of a level grid.
struct Coverage {
  Vec2 origin = Vec2::Zero();  // m, the low corner of the first cell
  double cell = 0.1;           // m, its side
  double height = 0.5;         // m above zero, of the receiver
  int columns = 0;             // along x
  int rows = 0;                // along y
  std::vector<float> dbm;      // row by row, the first has the lowest y

  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(column);
  }
  float at(int column, int row) const { return dbm[index(column, row)]; }
  Vec2 middle(int column, int row) const { return origin + cell * Vec2(column + 0.5, row + 0.5); }
};

constexpr std::size_t kMostCoverageCells = 1'000'000;

// Where coverage is wanted.
struct CoverageArea {
  Vec2 low = Vec2::Zero();  // m
  Vec2 high = Vec2::Zero();
  double cell = 0.1;    // m
  double height = 0.5;  // m
};

// The same for any number of workers. shadowing: null for none. Refuses areas that make no sense
// or have more than kMostCoverageCells.
Result<Coverage> coverage(const WallFinder& walls, const Propagation& propagation,
                          const Shadowing* shadowing, const Vec3& from, const CoverageArea& area,
                          Workers& workers);

}  // namespace rubble::radio
