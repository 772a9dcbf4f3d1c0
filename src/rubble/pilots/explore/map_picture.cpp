// SPDX-License-Identifier: Apache-2.0
#include "rubble/pilots/explore/map_picture.h"

#include <algorithm>
#include <cmath>

namespace rubble::pilots {
namespace {

constexpr int kPixelsACell = 3;
constexpr int kBorder = 8;  // cells around what is known
using Rgb = std::array<std::uint8_t, 3>;

Rgb color_of(int evidence, bool is_occupied) {
  if (is_occupied) return {24, 26, 30};
  if (evidence < 0) return {252, 252, 250};
  return {196, 198, 200};
}

}  // namespace

Image map_picture(const Grid& grid, const std::vector<Vec2>& trail) {
  const GridBox& known = grid.known();
  const int x0 = known.low.x - kBorder, y1 = known.high.y + kBorder;
  Image image{.width = (known.high.x - known.low.x + 1 + 2 * kBorder) * kPixelsACell,
              .height = (known.high.y - known.low.y + 1 + 2 * kBorder) * kPixelsACell};
  for (int row = 0; row < image.height; ++row)
    for (int column = 0; column < image.width; ++column) {
      const GridCell cell{x0 + column / kPixelsACell, y1 - row / kPixelsACell};
      const bool is_inside = grid.contains(cell);
      const Rgb color =
          color_of(is_inside ? grid.evidence(cell) : 0, is_inside && grid.is_occupied(cell));
      image.rgb.insert(image.rgb.end(), color.begin(), color.end());
    }
  for (const Vec2& point : trail) {
    const Vec2 cells = (point - grid.origin()) / grid.cell_size();
    const int column = static_cast<int>((cells.x() - x0) * kPixelsACell);
    const int row = static_cast<int>((y1 + 1 - cells.y()) * kPixelsACell);
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        const int px = column + dx, py = row + dy;
        if (px < 0 || py < 0 || px >= image.width || py >= image.height) continue;
        const Rgb blue{40, 110, 190};
        std::copy(blue.begin(), blue.end(),
                  image.rgb.begin() + 3 * (static_cast<std::ptrdiff_t>(py) * image.width + px));
      }
  }
  return image;
}

}  // namespace rubble::pilots
