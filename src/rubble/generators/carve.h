// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "rubble/geometry/cell_grid.h"

namespace rubble::generators {

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

}  // namespace rubble::generators
