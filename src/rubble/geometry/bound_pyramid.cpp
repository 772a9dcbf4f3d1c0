// SPDX-License-Identifier: Apache-2.0
#include "rubble/geometry/bound_pyramid.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace rubble {
namespace {

// Element-wise maximum.
void max_in_place(std::uint8_t* values, const std::uint8_t* others, int count) {
  for (int i = 0; i < count; ++i) values[i] = std::max(values[i], others[i]);
}

// Each square is the maximum of four squares of the level below, `reach` cells apart.
std::vector<std::uint8_t> pooled(std::vector<std::uint8_t> cells, int width, int height,
                                 int reach) {
  const auto row_of = [&](int row) {
    return cells.data() + static_cast<std::ptrdiff_t>(row) * width;
  };
  for (int row = 0; row < height; ++row)
    max_in_place(row_of(row), row_of(row) + reach, std::max(0, width - reach));
  for (int row = 0; row + reach < height; ++row)
    max_in_place(row_of(row), row_of(row + reach), width);
  return cells;
}

}  // namespace

BoundPyramid::BoundPyramid(std::vector<std::uint8_t> scores, int width, int height, int levels)
    : width_(width), height_(height) {
  RUBBLE_ASSERT(width >= 0 && height >= 0 && levels >= 1);
  RUBBLE_ASSERT(scores.size() ==
                static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  cells_.push_back(std::move(scores));
  for (int level = 1; level < levels; ++level)
    cells_.push_back(pooled(cells_.back(), width, height, step(level - 1)));
}

}  // namespace rubble
