// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rubble/base/random.h"
#include "rubble/rendering/texture.h"

namespace rubble::rendering {

using Srgb = std::array<float, 3>;  // sRGB, 0..1

Srgb mixed(const Srgb& a, const Srgb& b, float share_of_b);
Srgb scaled(const Srgb& color, float factor);

// Smooth noise 0..1 that repeats after a whole number of cells in each direction; x and y in cells,
// from 0 on.
class TileableNoise {
 public:
  TileableNoise(int cells_x, int cells_y, std::uint64_t seed);
  float at(float x, float y) const;

 private:
  float cell(int column, int row) const {
    return values_[static_cast<std::size_t>(row) * static_cast<std::size_t>(cells_x_) +
                   static_cast<std::size_t>(column)];
  }

  int cells_x_;
  int cells_y_;
  std::vector<float> values_;
};

// Octaves of noise, each twice as fine and half as strong; 0..1, position 0..1 across the tile.
class TileableFractalNoise {
 public:
  TileableFractalNoise(int cells_x, int cells_y, int octaves, std::uint64_t seed);
  float at(float u, float v) const;

 private:
  struct Octave {
    TileableNoise noise;
    float cells_x;
    float cells_y;
    float weight;
  };
  std::vector<Octave> octaves_;
};

// A square picture that is painted across its edges: what leaves on one side comes in on the other.
class TextureCanvas {
 public:
  explicit TextureCanvas(int size, const Srgb& ground = {0.5F, 0.5F, 0.5F});

  int size() const { return size_; }
  Srgb& at(int column, int row) {
    return texels_[static_cast<std::size_t>(row & (size_ - 1)) * static_cast<std::size_t>(size_) +
                   static_cast<std::size_t>(column & (size_ - 1))];
  }

  // Calls paint(u, v) -> Tint for every place, u and v 0..1.
  template <class Pattern>
  void fill(const Pattern& pattern) {
    const float step = 1.0F / static_cast<float>(size_);
    for (int row = 0; row < size_; ++row)
      for (int column = 0; column < size_; ++column)
        at(column, row) = pattern((static_cast<float>(column) + 0.5F) * step,
                                  (static_cast<float>(row) + 0.5F) * step);
  }

  // Single dots brighter or darker by up to this share.
  void speckle(Random& random, float strength);
  TexelGrid finished() const;

 private:
  int size_;
  std::vector<Srgb> texels_;
};

// A thin flat piece lying on a canvas: wood strand, stone chip, blade of grass.
struct Chip {
  float x = 0.0F;  // middle, texels
  float y = 0.0F;
  float length = 10.0F;  // texels
  float width = 2.0F;
  float angle = 0.0F;  // rad
  Srgb color{};
  float grain = 0.0F;  // strength of streaks along it
};

void draw_chip(TextureCanvas& canvas, const Chip& chip, Random& random);

}  // namespace rubble::rendering
