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

// The cast neighbours of a pixel, of the eight around it, as indices of one list of pixels;
// kNoNeighbour fills the rest.
using Neighbours = std::array<std::int16_t, 5>;
constexpr std::int16_t kNoNeighbour = -1;

// Which entries of a list of pixels may take what their neighbours have. The first `cast_count`
// must be computed; each later one need not where its neighbours among those agree. A list without
// later entries shares nothing.
struct SharingPlan {
  std::size_t cast_count = 0;
  std::span<const Neighbours> neighbours;  // of entry cast_count, cast_count + 1, ...
};

// A neighbour, if there are at least three and all satisfy the condition with the first of them.
template <typename Agrees>
std::int16_t agreeing_neighbour(const Neighbours& neighbours, const Agrees& agrees) {
  if (neighbours[2] == kNoNeighbour) return kNoNeighbour;
  for (const std::int16_t neighbour : neighbours)
    if (neighbour != kNoNeighbour && !agrees(neighbours[0], neighbour)) return kNoNeighbour;
  return neighbours[0];
}

// Half of the pixels, so that every line of pixels, level, upright or diagonal, has some of them
// and never more than two others in a row: what is seen along a line is not lost between them.
//   x x . .
//   . . x x
constexpr bool is_cast_pixel(const Pixel& pixel) {
  return ((pixel.column + 2 * pixel.row) & 3) < 2;
}

// The order of the pixels of a tile, from its upper left corner: first those that are cast, then
// the others; of each kind the eight of a block of 4 x 4 stand together, so that they travel as one
// packet of rays.
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
