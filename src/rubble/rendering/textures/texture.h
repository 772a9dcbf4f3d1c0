// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace rubble::rendering {

// Four 8-bit values: red, green, blue (sRGB) and opacity.
struct Texel {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  std::uint8_t opacity = 255;
};

// A picture as it comes from a file or from a pattern, row 0 on top.
struct TexelGrid {
  int width = 0;
  int height = 0;
  std::vector<Texel> texels;

  Texel& at(int column, int row) {
    return texels[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                  static_cast<std::size_t>(column)];
  }
  const Texel& at(int column, int row) const {
    return texels[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                  static_cast<std::size_t>(column)];
  }
};

// A picture that repeats in both directions, with ever coarser copies of itself so that far away
// it turns into its mean instead of flickering. Sizes are brought to powers of two.
class Texture {
 public:
  static constexpr int kMaxSize = 1024;

  explicit Texture(const TexelGrid& grid);

  // u to the right, t downwards, 1 = the whole picture; squared_spacing: of neighbouring pixels on
  // it, in the same unit. Mixed between four texels in sRGB.
  Texel sample(float u, float t, float squared_spacing) const;
  // Mean of the whole picture, linear light.
  const float* mean() const { return mean_; }
  bool has_holes() const { return has_holes_; }

 private:
  // Texels stand in blocks of 4 x 4, a line of the processor's cache each, so that neighbours in
  // both directions are near each other: index = column_part + row_part.
  struct Level {
    int width;
    int height;
    std::vector<std::uint32_t> texels;

    static std::size_t column_part(int column) {
      const auto place = static_cast<unsigned>(column);
      return (place & ~3U) << 2U | (place & 3U);
    }
    std::size_t row_part(int row) const {
      const auto place = static_cast<unsigned>(row);
      return (place & ~3U) * static_cast<unsigned>(width < 4 ? 4 : width) + ((place & 3U) << 2U);
    }
  };
  static Level make_level(const TexelGrid& grid);

  std::vector<Level> levels_;
  float mean_[3] = {1.0F, 1.0F, 1.0F};
  float texel_count_ = 1.0F;
  bool has_holes_ = false;
};

// Null if the file cannot be read as a picture.
std::shared_ptr<const Texture> load_texture(const std::string& path);

inline Texel Texture::sample(float u, float t, float squared_spacing) const {
  // The exponent of a float is its logarithm; 1.41 makes half of it round a little to the finer.
  const auto bits = std::bit_cast<std::uint32_t>(squared_spacing * texel_count_ * 1.41F);
  const int coarseness = (static_cast<int>(bits >> 23U) - 127) / 2;
  const int last = static_cast<int>(levels_.size()) - 1;
  const Level& level = levels_[static_cast<std::size_t>(coarseness < 0      ? 0
                                                        : coarseness > last ? last
                                                                            : coarseness)];

  // Position in 1/256 texels; adding a big number first makes the cast round towards minus
  // infinity.
  constexpr float kShift = 16384.0F;
  const auto fine = [](float coordinate, int size) {
    const float whole =
        coordinate - static_cast<float>(static_cast<int>(coordinate + kShift)) + kShift;
    return static_cast<int>(whole * static_cast<float>(size) * 256.0F) + (size * 256 - 128);
  };
  const int x = fine(u, level.width);
  const int y = fine(t, level.height);
  const std::size_t left = Level::column_part((x >> 8) & (level.width - 1));
  const std::size_t right = Level::column_part(((x >> 8) + 1) & (level.width - 1));
  const std::size_t top = level.row_part((y >> 8) & (level.height - 1));
  const std::size_t bottom = level.row_part(((y >> 8) + 1) & (level.height - 1));

  // Four channels in the 16-bit lanes of one word; the weights add up to 256.
  const auto lanes = [&level](std::size_t row, std::size_t column) {
    const std::uint64_t texel = level.texels[row + column];
    return (texel & 0x00FF00FFULL) | ((texel & 0xFF00FF00ULL) << 24U);  // red, blue, green, opacity
  };
  const auto across = static_cast<std::uint64_t>(x & 255);
  const auto down = static_cast<std::uint64_t>(y & 255);
  const std::uint64_t both = (across * down + 128) >> 8U;
  const std::uint64_t mixed =
      lanes(top, left) * (256 - across - down + both) + lanes(top, right) * (across - both) +
      lanes(bottom, left) * (down - both) + lanes(bottom, right) * both + 0x0080008000800080ULL;
  return {static_cast<std::uint8_t>(mixed >> 8U), static_cast<std::uint8_t>(mixed >> 40U),
          static_cast<std::uint8_t>(mixed >> 24U), static_cast<std::uint8_t>(mixed >> 56U)};
}

}  // namespace rubble::rendering
