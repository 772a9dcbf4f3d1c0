// SPDX-License-Identifier: Apache-2.0
#include "rubble/rendering/textures/texture_canvas.h"

#include <algorithm>
#include <cmath>

#include "rubble/base/assert.h"

namespace rubble::rendering {
namespace {

std::uint8_t eight_bits(float value) {
  return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0F, 1.0F) * 255.0F));
}

float smooth(float t) { return t * t * (3.0F - 2.0F * t); }

}  // namespace

Srgb mixed(const Srgb& a, const Srgb& b, float share_of_b) {
  Srgb result{};
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = a[i] + (b[i] - a[i]) * share_of_b;
  return result;
}

Srgb scaled(const Srgb& color, float factor) {
  return {color[0] * factor, color[1] * factor, color[2] * factor};
}

TileableNoise::TileableNoise(int cells_x, int cells_y, std::uint64_t seed)
    : cells_x_(cells_x), cells_y_(cells_y) {
  Random random(seed, "texture noise");
  values_.resize(static_cast<std::size_t>(cells_x) * static_cast<std::size_t>(cells_y));
  for (float& value : values_) value = static_cast<float>(random.uniform());
}

float TileableNoise::at(float x, float y) const {
  const int column = static_cast<int>(x);
  const int row = static_cast<int>(y);
  const float across = smooth(x - static_cast<float>(column));
  const float down = smooth(y - static_cast<float>(row));
  const int left = column < cells_x_ ? column : column % cells_x_;
  const int top = row < cells_y_ ? row : row % cells_y_;
  const int right = left + 1 == cells_x_ ? 0 : left + 1;
  const int bottom = top + 1 == cells_y_ ? 0 : top + 1;
  const float upper = cell(left, top) + (cell(right, top) - cell(left, top)) * across;
  const float lower = cell(left, bottom) + (cell(right, bottom) - cell(left, bottom)) * across;
  return upper + (lower - upper) * down;
}

TileableFractalNoise::TileableFractalNoise(int cells_x, int cells_y, int octaves,
                                           std::uint64_t seed) {
  float weight = 1.0F;
  float sum = 0.0F;
  for (int i = 0; i < octaves; ++i, weight *= 0.5F) {
    octaves_.push_back({TileableNoise(cells_x << i, cells_y << i, seed + static_cast<unsigned>(i)),
                        static_cast<float>(cells_x << i), static_cast<float>(cells_y << i),
                        weight});
    sum += weight;
  }
  for (Octave& octave : octaves_) octave.weight /= sum;
}

float TileableFractalNoise::at(float u, float v) const {
  float sum = 0.0F;
  for (const Octave& o : octaves_) sum += o.weight * o.noise.at(u * o.cells_x, v * o.cells_y);
  return sum;
}

TextureCanvas::TextureCanvas(int size, const Srgb& ground)
    : size_(size),
      texels_(static_cast<std::size_t>(size) * static_cast<std::size_t>(size), ground) {
  RUBBLE_ASSERT((size & (size - 1)) == 0);
}

void TextureCanvas::speckle(Random& random, float strength) {
  for (Srgb& color : texels_) {
    const auto bits = static_cast<float>(random.bits() >> 40U) * 0x1.0p-24F;
    color = scaled(color, 1.0F + strength * (2.0F * bits - 1.0F));
  }
}

TexelGrid TextureCanvas::finished() const {
  TexelGrid grid{size_, size_, {}};
  grid.texels.reserve(texels_.size());
  for (const Srgb& t : texels_)
    grid.texels.push_back({eight_bits(t[0]), eight_bits(t[1]), eight_bits(t[2]), 255});
  return grid;
}

void draw_chip(TextureCanvas& canvas, const Chip& chip, Random& random) {
  const float cosine = std::cos(chip.angle);
  const float sine = std::sin(chip.angle);
  const float reach_x = 0.5F * (std::abs(chip.length * cosine) + std::abs(chip.width * sine));
  const float reach_y = 0.5F * (std::abs(chip.length * sine) + std::abs(chip.width * cosine));
  std::array<float, 16> streaks{};
  for (float& streak : streaks)
    streak = 1.0F + chip.grain * static_cast<float>(random.uniform(-1.0, 1.0));
  const float slant = static_cast<float>(random.uniform(-0.25, 0.25)) * chip.width;
  for (int row = static_cast<int>(chip.y - reach_y); row <= static_cast<int>(chip.y + reach_y);
       ++row)
    for (int column = static_cast<int>(chip.x - reach_x);
         column <= static_cast<int>(chip.x + reach_x); ++column) {
      const float dx = static_cast<float>(column) - chip.x;
      const float dy = static_cast<float>(row) - chip.y;
      const float along = dx * cosine + dy * sine;
      const float across = dy * cosine - dx * sine;
      const float end = 0.5F * chip.length + slant * across / chip.width;
      if (std::abs(along) > end || std::abs(across) > 0.5F * chip.width) continue;
      const bool is_rim = std::abs(across) > 0.5F * chip.width - 0.8F;
      const auto lane = static_cast<std::size_t>((across / chip.width + 0.5F) * 15.99F);
      canvas.at(column, row) = scaled(
          chip.color, streaks[lane & 15U] * (is_rim ? (across > 0.0F ? 0.80F : 1.06F) : 1.0F));
    }
}

}  // namespace rubble::rendering
