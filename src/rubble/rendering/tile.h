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

// Those of the eight neighbours of a pixel that are always computed, as indices into a list of
// pixels; the rest is kNoNeighbour.
using Neighbours = std::array<std::int16_t, 5>;
constexpr std::int16_t kNoNeighbour = -1;

// Says which pixels of a list may reuse results of their neighbours. The first `cast_count` pixels
// are always computed. A later pixel reuses the result if its neighbours among those agree.
struct SharingPlan {
  std::size_t cast_count = 0;
  std::span<const Neighbours> neighbours;  // of entry cast_count, cast_count + 1, ...
};

// The first neighbour, if there are at least three and agrees(first, other) holds for all of them.
template <typename Agrees>
std::int16_t agreeing_neighbour(const Neighbours& neighbours, const Agrees& agrees) {
  if (neighbours[2] == kNoNeighbour) return kNoNeighbour;
  for (const std::int16_t neighbour : neighbours)
    if (neighbour != kNoNeighbour && !agrees(neighbours[0], neighbour)) return kNoNeighbour;
  return neighbours[0];
}

// Selects half of the pixels so that on every horizontal, vertical or diagonal line at most two
// consecutive pixels are not selected. Thin structures along a line are thus not lost.
//   x x . .
//   . . x x
constexpr bool is_cast_pixel(const Pixel& pixel) {
  return ((pixel.column + 2 * pixel.row) & 3) < 2;
}

// Order of the pixels of a tile: first those that are always computed, then the others. In each
// group the eight pixels of a block of 4 x 4 are consecutive, so that they form one ray packet.
class TileLayout {
 public:
  TileLayout(int width, int height);

  std::span<const Pixel> offsets() const { return {offsets_.data(), count_}; }
  SharingPlan sharing() const { return {cast_count_, {neighbours_.data(), count_ - cast_count_}}; }

 private:
  void add_offsets(int width, int height, bool are_cast);
  void find_neighbours();

  std::array<Pixel, kTilePixels> offsets_;
  std::array<Neighbours, kTilePixels> neighbours_;
  std::size_t cast_count_ = 0;
  std::size_t count_ = 0;
};

// A rectangle of the image, kTileEdge pixels wide and high, smaller at the right and lower border.
struct Tile {
  Pixel first;
  Pixel end;  // one past the last
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
  std::array<TileLayout, 4> layouts_;  // inner, right border, lower border, corner
};

}  // namespace rubble::rendering
