// SPDX-License-Identifier: Apache-2.0
#include "rubble/pilots/drivable.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace rubble::pilots {
namespace {

constexpr double kHighest = 0.20;  // m: what is higher is no ramp
constexpr double kMaxStep = 0.06;  // m between neighbouring cells
constexpr float kBlocked = 1e3F;   // instead of a height

// Heights of the floor, row by row. Heights alone tell what can be driven on: the surface's own
// direction is upright wherever a ray meets the seam of two solids.
struct FloorHeights {
  int width = 0;
  int height = 0;
  std::vector<float> cells;

  float at(int x, int y) const { return cells[static_cast<std::size_t>(y * width + x)]; }
  bool is_blocked(int x, int y) const {
    const float here = at(x, y);
    if (here >= kBlocked) return true;
    const auto steps = [&](int to_x, int to_y) {
      if (to_x >= width || to_y >= height) return false;
      const float there = at(to_x, to_y);
      return there < kBlocked && std::abs(there - here) > kMaxStep;
    };
    return steps(x + 1, y) || steps(x, y + 1);
  }
};

float floor_height(const physics::Physics& physics, const Vec2& place, const DrivableArea& area,
                   InstanceId not_counted) {
  const auto hit = physics.first_hit({place.x(), place.y(), area.top},
                                     {place.x(), place.y(), area.floor}, not_counted);
  if (!hit) return kBlocked;
  const double height = area.top - hit->distance;
  return height <= kHighest ? static_cast<float>(height) : kBlocked;
}

}  // namespace

Grid drivable_grid(const physics::Physics& physics, const DrivableArea& area,
                   InstanceId not_counted) {
  const Vec2 size = area.high - area.low;
  Grid grid(area.low + size / 2, {.half_width = std::max(size.x(), size.y()) / 2 + 1.0});
  const GridCell low = grid.cell_of(area.low), high = grid.cell_of(area.high);
  FloorHeights floor{high.x - low.x + 1, high.y - low.y + 1, {}};
  for (int y = low.y; y <= high.y; ++y)
    for (int x = low.x; x <= high.x; ++x)
      floor.cells.push_back(floor_height(physics, grid.center_of({x, y}), area, not_counted));
  for (int y = low.y; y <= high.y; ++y)
    for (int x = low.x; x <= high.x; ++x)
      grid.set_cell({x, y}, floor.is_blocked(x - low.x, y - low.y));
  return grid;
}

}  // namespace rubble::pilots
