// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rubble/base/random.h"
#include "rubble/rendering/textures/texture.h"

namespace rubble::rendering {

using Srgb = std::array<float, 3>;  // sRGB, 0..1

Srgb mixed(const Srgb& a, const Srgb& b, float share_of_b);
Srgb scaled(const Srgb& color, float factor);

// Periodic value noise, 0..1, with a whole number of cells per period; x and y in cells, >= 0.
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

// Fractal noise: octaves of doubled frequency and half amplitude; 0..1, u and v 0..1 per period.
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

// A square image with periodic boundaries, for procedural textures. The size is a power of two.
class TextureCanvas {
 public:
  explicit TextureCanvas(int size, const Srgb& ground = {0.5F, 0.5F, 0.5F});

  int size() const { return size_; }
  Srgb& at(int column, int row) {
    return texels_[static_cast<std::size_t>(row & (size_ - 1)) * static_cast<std::size_t>(size_) +
                   static_cast<std::size_t>(column & (size_ - 1))];
  }

  // Sets every texel to pattern(u, v) -> Srgb, u and v 0..1.
  template <class Pattern>
  void fill(const Pattern& pattern) {
    const float step = 1.0F / static_cast<float>(size_);
    for (int row = 0; row < size_; ++row)
      for (int column = 0; column < size_; ++column)
        at(column, row) = pattern((static_cast<float>(column) + 0.5F) * step,
                                  (static_cast<float>(row) + 0.5F) * step);
  }

  // Scales single texels by a random factor within 1 +- strength.
  void speckle(Random& random, float strength);
  TexelGrid finished() const;

 private:
  int size_;
  std::vector<Srgb> texels_;
};

// An elongated patch on a canvas: wood strand, stone chip, blade of grass.
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
