// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace rubble::rendering {

constexpr std::size_t kTileEdge = 16;
constexpr std::size_t kTilePixels = kTileEdge * kTileEdge;

struct Pixel {
  int column = 0;
  int row = 0;
};

// Left, right, upper and lower neighbour as indices of one list of pixels; kNoNeighbour outside.
using Neighbours = std::array<std::int16_t, 4>;
constexpr std::int16_t kNoNeighbour = -1;

// Which entries of a list of pixels may be interpolated. The first `even_count` ("even") must be
// computed; each later one ("odd") lies between even ones, its neighbours, and need not be computed
// where they agree. A list without odd entries shares nothing.
struct Checkerboard {
  std::size_t even_count = 0;
  std::span<const Neighbours> odd_neighbours;  // of entry even_count, even_count + 1, ...
};

// Opposite neighbours that exist, and whether all that exist satisfy the condition with the first
// of them. Being between two opposite ones is what makes an odd pixel interpolable.
template <typename Agrees>
std::int16_t agreeing_neighbour(const Neighbours& neighbours, const Agrees& agrees) {
  const auto& [left, right, up, down] = neighbours;
  const bool is_between = (left != kNoNeighbour && right != kNoNeighbour) ||
                          (up != kNoNeighbour && down != kNoNeighbour);
  if (!is_between) return kNoNeighbour;
  const std::int16_t first = left != kNoNeighbour && right != kNoNeighbour ? left : up;
  for (const std::int16_t neighbour : neighbours)
    if (neighbour != kNoNeighbour && !agrees(first, neighbour)) return kNoNeighbour;
  return first;
}

// The order of the pixels of a tile, from its upper left corner. Even pixels (column + row is even)
// come first; of each colour the eight of a block of 4 x 4 stand together, so that they travel as
// one packet of rays.
class TileLayout {
 public:
  TileLayout(int width, int height);

  std::span<const Pixel> offsets() const { return {offsets_.data(), count_}; }
  Checkerboard checkerboard() const {
    return {even_count_, {odd_neighbours_.data(), count_ - even_count_}};
  }

 private:
  void add_offsets(int width, int height, int parity);
  void find_neighbours();

  std::array<Pixel, kTilePixels> offsets_;
  std::array<Neighbours, kTilePixels> odd_neighbours_;
  std::size_t even_count_ = 0;
  std::size_t count_ = 0;
};

// A square of the picture, smaller at its right and lower rim.
struct Tile {
  Pixel first;
  Pixel end;  // behind the last
  const TileLayout* layout = nullptr;

  std::size_t size() const { return layout->offsets().size(); }
  Pixel pixel(std::size_t i) const {
    const Pixel& offset = layout->offsets()[i];
    return {first.column + offset.column, first.row + offset.row};
  }
};

class TileGrid {
 public:
  TileGrid(int width, int height);

  std::size_t size() const { return across_ * down_; }
  Tile tile(std::size_t index) const;

 private:
  int width_;
  int height_;
  std::size_t across_;
  std::size_t down_;
  std::array<TileLayout, 4> layouts_;  // inner, right rim, lower rim, corner
};

}  // namespace rubble::rendering
