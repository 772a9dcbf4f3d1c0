// SPDX-License-Identifier: Apache-2.0
#include "rubble/maps/rescue_colours.h"

#include <algorithm>
#include <cmath>

namespace rubble::maps {
namespace {

constexpr Colour kUnexploredLight{237, 237, 238};
constexpr Colour kUnexploredDark{226, 226, 227};
constexpr double kCheckerSize = 1.0;  // m
constexpr Colour kExploredGrid{190, 190, 191};
constexpr double kGridSize = 0.5;  // m
constexpr Colour kWall{0, 40, 120};
constexpr Colour kSearched{255, 255, 255};
constexpr Colour kPath{120, 0, 140};
constexpr Colour kStart{255, 200, 0};
constexpr double kStartRadius = 0.15;  // m

struct ColourMeaning {
  Colour colour;
  std::uint8_t cell;
};
constexpr ColourMeaning kMeanings[] = {
    {kWall, 100},
    {kSearched, 0},
    {{128, 128, 128}, 0},  // searched, little confidence
    {kExploredGrid, 0},
    {{180, 230, 180}, 0},  // cleared of victims, little confidence
    {{130, 230, 130}, 0},  // the same, much
    {kPath, 0},            // the robot was there
    {kStart, 0},
    {kUnexploredLight, kUnknownCell},
    {kUnexploredDark, kUnknownCell},
    {{240, 10, 10}, kUnknownCell},   // victim
    {{255, 100, 30}, kUnknownCell},  // hazard
    {{0, 44, 207}, kUnknownCell},    // text
    {{0, 50, 140}, kUnknownCell},    // scale and orientation
    {{10, 10, 240}, kUnknownCell},   // other markers
    {{0, 0, 0}, 100},                // maps in black and white
};

class RescuePainter {
 public:
  explicit RescuePainter(const OccupancyMap& map) : map_(map), pixels_(3 * map.cells.size()) {}

  void paint_cells() {
    const int checker = std::max(1, static_cast<int>(std::lround(kCheckerSize / map_.resolution)));
    const int grid = std::max(2, static_cast<int>(std::lround(kGridSize / map_.resolution)));
    for (int row = 0; row < map_.height; ++row)
      for (int column = 0; column < map_.width; ++column) {
        const std::uint8_t cell = map_.at(column, row);
        const bool is_on_grid = column % grid == 0 || row % grid == 0;
        const bool is_dark = (column / checker + row / checker) % 2 != 0;
        if (cell != kUnknownCell && cell > 65)
          set(column, row, kWall);
        else if (cell < 20)
          set(column, row, is_on_grid ? kExploredGrid : kSearched);
        else
          set(column, row, is_dark ? kUnexploredDark : kUnexploredLight);
      }
  }

  void paint_path(std::span<const Pose2> path) {
    for (std::size_t i = 1; i < path.size(); ++i) {
      const Vec2 from = cell_place(path[i - 1]), to = cell_place(path[i]);
      const double length = (to - from).norm();
      if (!(length < 1e6)) continue;
      const int steps = static_cast<int>(std::ceil(2.0 * length));
      for (int k = 0; k <= steps; ++k)
        set_place(from + (to - from) * (steps > 0 ? static_cast<double>(k) / steps : 0.0), kPath);
    }
    if (!path.empty()) paint_start(cell_place(path.front()));
  }

  std::vector<std::uint8_t> take() { return std::move(pixels_); }

 private:
  void paint_start(const Vec2& place) {
    const int reach = static_cast<int>(std::ceil(kStartRadius / map_.resolution));
    if (reach > 1000) return;
    for (int dy = -reach; dy <= reach; ++dy)
      for (int dx = -reach; dx <= reach; ++dx)
        if (dx * dx + dy * dy <= reach * reach) set_place(place + Vec2(dx, dy), kStart);
  }

  Vec2 cell_place(const Pose2& pose) const {
    return map_.origin.inverse() * pose.position() / map_.resolution;
  }

  void set_place(const Vec2& place, const Colour& colour) {
    const double column = std::floor(place.x()), row = std::floor(place.y());
    if (column >= 0.0 && row >= 0.0 && column < map_.width && row < map_.height)
      set(static_cast<int>(column), static_cast<int>(row), colour);
  }

  void set(int column, int row, const Colour& colour) {
    const auto index =
        static_cast<std::size_t>(map_.height - 1 - row) * static_cast<std::size_t>(map_.width) +
        static_cast<std::size_t>(column);
    std::copy(colour.begin(), colour.end(),
              pixels_.begin() + static_cast<std::ptrdiff_t>(3 * index));
  }

  const OccupancyMap& map_;
  std::vector<std::uint8_t> pixels_;
};

int squared(int value) { return value * value; }

}  // namespace

std::vector<std::uint8_t> rescue_picture(const OccupancyMap& map,
                                         std::span<const Pose2> robot_path) {
  RescuePainter painter(map);
  painter.paint_cells();
  painter.paint_path(robot_path);
  return painter.take();
}

std::uint8_t cell_of_colour(const Colour& colour) {
  const auto distance = [&](const ColourMeaning& meaning) {
    return squared(colour[0] - meaning.colour[0]) + squared(colour[1] - meaning.colour[1]) +
           squared(colour[2] - meaning.colour[2]);
  };
  return std::min_element(std::begin(kMeanings), std::end(kMeanings),
                          [&](const ColourMeaning& one, const ColourMeaning& other) {
                            return distance(one) < distance(other);
                          })
      ->cell;
}

}  // namespace rubble::maps
