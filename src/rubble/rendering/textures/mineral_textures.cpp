// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "rubble/rendering/textures/procedural_textures.h"
#include "rubble/rendering/textures/texture_canvas.h"

namespace rubble::rendering {
namespace {

struct Stone {
  float u = 0.0F;
  float v = 0.0F;
  float shade = 1.0F;
  float slope_u = 0.0F;  // of its top, so that each catches the light differently
  float slope_v = 0.0F;
};

struct Nearest {
  const Stone* stone = nullptr;
  float distance = 9.0F;  // in cells
  float second = 9.0F;
  float from_u = 0.0F;  // cells from the middle of the stone
  float from_v = 0.0F;
};

// One stone a cell of a grid that repeats, somewhere in its cell.
class StoneBed {
 public:
  StoneBed(int cells, std::uint64_t seed) : cells_(cells) {
    Random random(seed, "stones");
    for (int i = 0; i < cells * cells; ++i)
      stones_.push_back({draw(random, 0.05, 0.95), draw(random, 0.05, 0.95),
                         draw(random, 0.62, 1.25), draw(random, -0.35, 0.35),
                         draw(random, -0.35, 0.35)});
  }

  Nearest at(float u, float v) const {
    const float x = u * static_cast<float>(cells_);
    const float y = v * static_cast<float>(cells_);
    const int column = static_cast<int>(x);
    const int row = static_cast<int>(y);
    Nearest nearest;
    for (int r = row - 1; r <= row + 1; ++r)
      for (int c = column - 1; c <= column + 1; ++c) consider(x, y, c, r, nearest);
    return nearest;
  }

 private:
  static float draw(Random& random, double low, double high) {
    return static_cast<float>(random.uniform(low, high));
  }

  void consider(float x, float y, int column, int row, Nearest& nearest) const {
    const int wrapped = ((row + cells_) % cells_) * cells_ + (column + cells_) % cells_;
    const Stone& stone = stones_[static_cast<std::size_t>(wrapped)];
    const float du = x - static_cast<float>(column) - stone.u;
    const float dv = y - static_cast<float>(row) - stone.v;
    const float distance = std::sqrt(du * du + dv * dv);
    if (distance < nearest.distance) {
      nearest = {&stone, distance, nearest.distance, du, dv};
    } else {
      nearest.second = std::min(nearest.second, distance);
    }
  }

  int cells_;
  std::vector<Stone> stones_;
};

}  // namespace

TexelGrid paint_concrete() {
  const TileableFractalNoise cloud(4, 4, 6, 51);
  const TileableFractalNoise pits(64, 64, 2, 52);
  Random random(5, "concrete");
  TextureCanvas canvas(512);
  canvas.fill([&](float u, float v) {
    const float pit = std::max(0.0F, pits.at(u, v) - 0.74F) * 1.2F;
    const float shade = 0.88F + 0.24F * (cloud.at(u, v) - 0.5F) - pit;
    return Srgb{0.70F * shade, 0.69F * shade, 0.67F * shade};
  });
  canvas.speckle(random, 0.06F);
  return canvas.finished();
}

TexelGrid paint_asphalt() {
  const StoneBed bed(72, 61);
  const TileableFractalNoise cloud(3, 3, 4, 62);
  Random random(6, "asphalt");
  TextureCanvas canvas(256);
  canvas.fill([&](float u, float v) {
    const Nearest nearest = bed.at(u, v);
    const float stone = nearest.distance < 0.38F ? 0.55F + 0.45F * nearest.stone->shade : 0.78F;
    const float shade = stone * (0.8F + 0.4F * cloud.at(u, v));
    return Srgb{0.46F * shade, 0.46F * shade, 0.47F * shade};
  });
  canvas.speckle(random, 0.10F);
  return canvas.finished();
}

// Twelve courses of four stretchers a metre, every second one shifted by half.
TexelGrid paint_brick() {
  constexpr int kCourses = 12;
  constexpr int kInCourse = 4;
  const TileableFractalNoise rough(24, 24, 3, 71);
  Random random(7, "brick");
  std::array<std::array<Srgb, kInCourse>, kCourses> bricks{};
  for (auto& course : bricks)
    for (Srgb& brick : course) {
      const auto brightness = static_cast<float>(random.uniform(0.80, 1.08));
      const auto share = static_cast<float>(random.uniform());
      brick = scaled(mixed({0.60F, 0.28F, 0.20F}, {0.74F, 0.42F, 0.30F}, share), brightness);
    }
  TextureCanvas canvas(512);
  canvas.fill([&](float u, float v) {
    const float course = v * kCourses;
    const int row = static_cast<int>(course);
    const float along = u * kInCourse + (row % 2 == 0 ? 0.0F : 0.5F);
    const int column = static_cast<int>(along) % kInCourse;
    const float up = (course - static_cast<float>(row)) / kCourses;
    const float side = (along - std::floor(along)) / kInCourse;
    const float bump = 0.85F + 0.3F * rough.at(u, v);
    if (up < 0.011F || side < 0.011F) return scaled({0.72F, 0.69F, 0.63F}, bump);
    const float rim = up < 0.016F || side > 0.246F ? 0.82F : 1.0F;
    return scaled(bricks[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)],
                  bump * rim);
  });
  canvas.speckle(random, 0.05F);
  return canvas.finished();
}

// Paint from a roller: hardly a pattern, but a wall and not a void.
TexelGrid paint_plaster() {
  const TileableFractalNoise cloud(2, 2, 4, 81);
  const TileableNoise stipple(128, 128, 82);
  Random random(8, "plaster");
  TextureCanvas canvas(256);
  canvas.fill([&](float u, float v) {
    const float shade =
        0.90F + 0.09F * (cloud.at(u, v) - 0.5F) + 0.035F * stipple.at(u * 128.0F, v * 128.0F);
    return Srgb{shade, shade, shade};
  });
  canvas.speckle(random, 0.01F);
  return canvas.finished();
}

TexelGrid paint_ballast() {
  const StoneBed bed(22, 91);
  const TileableFractalNoise rough(32, 32, 3, 92);
  const TileableFractalNoise warp(16, 16, 2, 93);
  Random random(9, "ballast");
  TextureCanvas canvas(512);
  canvas.fill([&](float u, float v) {
    const float bent = 0.012F * (warp.at(u, v) - 0.5F);
    const Nearest nearest =
        bed.at(u + bent - std::floor(u + bent), v - bent - std::floor(v - bent));
    const float crack = std::clamp((nearest.second - nearest.distance) * 5.0F, 0.0F, 1.0F);
    const Stone& stone = *nearest.stone;
    const float facet = 1.0F + stone.slope_u * nearest.from_u * 1.6F +
                        (stone.slope_v - 0.5F) * nearest.from_v * 1.2F;
    const float shade =
        (0.18F + 0.82F * crack) * facet * stone.shade * (0.8F + 0.4F * rough.at(u, v));
    return scaled(mixed({0.62F, 0.60F, 0.58F}, {0.62F, 0.52F, 0.44F}, stone.u), shade);
  });
  canvas.speckle(random, 0.06F);
  return canvas.finished();
}

TexelGrid paint_rock() {
  const TileableFractalNoise ridges(4, 4, 6, 101);
  const TileableFractalNoise cloud(2, 2, 3, 102);
  Random random(10, "rock");
  TextureCanvas canvas(512);
  canvas.fill([&](float u, float v) {
    const float ridge = 1.0F - 2.0F * std::abs(ridges.at(u, v) - 0.5F) * 1.8F;
    const float crack = ridge > 0.95F ? 0.8F : 1.0F;
    const float shade = crack * (0.45F + 0.6F * (1.0F - ridge) + 0.45F * cloud.at(u, v));
    return scaled({0.62F, 0.55F, 0.50F}, shade);
  });
  canvas.speckle(random, 0.10F);
  return canvas.finished();
}

}  // namespace rubble::rendering
