// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/free_space.h"

#include <algorithm>

namespace rubble::slam {

void FreeSpace::cover(const Vec2f& low, const Vec2f& high) {
  constexpr float kRoom = 20.0F * kCell;
  const Vec2f old_low(left_, bottom_);
  const Vec2f old_high =
      old_low + kCell * Vec2f(static_cast<float>(width_), static_cast<float>(height_));
  const bool has_cells = width_ > 0;
  if (has_cells && (low.array() >= old_low.array()).all() &&
      (high.array() < old_high.array() - kCell).all())
    return;
  const Vec2f new_low = has_cells ? Vec2f(low.cwiseMin(old_low)) : low;
  const Vec2f new_high = has_cells ? Vec2f(high.cwiseMax(old_high)) : high;
  FreeSpace larger;
  larger.left_ = kCell * std::floor((new_low.x() - kRoom) / kCell);
  larger.bottom_ = kCell * std::floor((new_low.y() - kRoom) / kCell);
  larger.width_ = cell_of(new_high.x() + kRoom - larger.left_) + 2;
  larger.height_ = cell_of(new_high.y() + kRoom - larger.bottom_) + 2;
  larger.cells_.assign(
      static_cast<std::size_t>(larger.width_) * static_cast<std::size_t>(larger.height_), 0);
  const int dx = static_cast<int>(std::lround((left_ - larger.left_) / kCell));
  const int dy = static_cast<int>(std::lround((bottom_ - larger.bottom_) / kCell));
  for (int row = 0; row < height_; ++row)
    std::copy_n(cells_.begin() + static_cast<std::ptrdiff_t>(index_of(0, row)), width_,
                larger.cells_.begin() + static_cast<std::ptrdiff_t>(larger.index_of(dx, row + dy)));
  *this = std::move(larger);
}

// Stops one cell short of the end, which may already be wall.
void FreeSpace::mark(const Vec2f& from, const Vec2f& to) {
  const Vec2f way = to - from;
  const float length = way.norm();
  const int steps = static_cast<int>((length - kCell) / (0.7F * kCell));
  if (steps <= 0) return;
  const Vec2f step = way * (0.7F * kCell / length);
  Vec2f place = from;
  for (int k = 0; k < steps; ++k, place += step)
    cells_[index_of(cell_of(place.x() - left_), cell_of(place.y() - bottom_))] = 1;
}

}  // namespace rubble::slam
