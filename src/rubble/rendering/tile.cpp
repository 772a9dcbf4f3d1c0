// SPDX-License-Identifier: Apache-2.0
#include "rubble/rendering/tile.h"

#include <algorithm>

namespace rubble::rendering {
namespace {

constexpr int kEdge = static_cast<int>(kTileEdge);
constexpr int kBlockEdge = 4;

std::size_t tiles_along(int size) {
  return (static_cast<std::size_t>(size) + kTileEdge - 1) / kTileEdge;
}

int last_tile_edge(int size) { return (size - 1) % kEdge + 1; }

}  // namespace

TileLayout::TileLayout(int width, int height) {
  add_offsets(width, height, true);
  cast_count_ = count_;
  add_offsets(width, height, false);
  find_neighbours();
}

void TileLayout::add_offsets(int width, int height, bool are_cast) {
  for (int block_row = 0; block_row < height; block_row += kBlockEdge)
    for (int block = 0; block < width; block += kBlockEdge)
      for (int row = block_row; row < std::min(block_row + kBlockEdge, height); ++row)
        for (int column = block; column < std::min(block + kBlockEdge, width); ++column)
          if (is_cast_pixel({column, row}) == are_cast) offsets_[count_++] = {column, row};
}

void TileLayout::find_neighbours() {
  // One cell more on each side, so that no neighbour lies outside.
  constexpr int kStride = kEdge + 2;
  std::array<std::int16_t, static_cast<std::size_t>(kStride) * kStride> indices;
  indices.fill(kNoNeighbour);
  const auto cell_of = [](const Pixel& pixel) {
    return static_cast<std::size_t>((pixel.row + 1) * kStride + pixel.column + 1);
  };
  for (std::size_t i = 0; i < cast_count_; ++i)
    indices[cell_of(offsets_[i])] = static_cast<std::int16_t>(i);
  for (std::size_t i = cast_count_; i < count_; ++i) {
    Neighbours& found = neighbours_[i - cast_count_];
    found.fill(kNoNeighbour);
    std::size_t next = 0;
    for (int row = -1; row <= 1; ++row)
      for (int column = -1; column <= 1; ++column) {
        const std::int16_t index =
            indices[cell_of({offsets_[i].column + column, offsets_[i].row + row})];
        if (index != kNoNeighbour) found[next++] = index;
      }
  }
}

TileGrid::TileGrid(int width, int height)
    : width_(width),
      height_(height),
      across_(tiles_along(width)),
      down_(tiles_along(height)),
      layouts_{TileLayout(kEdge, kEdge), TileLayout(last_tile_edge(width), kEdge),
               TileLayout(kEdge, last_tile_edge(height)),
               TileLayout(last_tile_edge(width), last_tile_edge(height))} {}

Tile TileGrid::tile(std::size_t index) const {
  const std::size_t column = index % across_;
  const std::size_t row = index / across_;
  const Pixel first{static_cast<int>(column) * kEdge, static_cast<int>(row) * kEdge};
  return {.first = first,
          .end = {std::min(width_, first.column + kEdge), std::min(height_, first.row + kEdge)},
          .layout = &layouts_[(column + 1 == across_ ? 1U : 0U) + (row + 1 == down_ ? 2U : 0U)]};
}

}  // namespace rubble::rendering
