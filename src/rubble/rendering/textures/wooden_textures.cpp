// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "rubble/rendering/textures/procedural_textures.h"
#include "rubble/rendering/textures/texture_canvas.h"

namespace rubble::rendering {
namespace {

constexpr float kTurn = 6.2831853F;

Chip osb_strand(Random& random, float size) {
  constexpr Srgb kPale{0.84F, 0.71F, 0.49F};
  constexpr Srgb kMiddle{0.76F, 0.58F, 0.35F};
  constexpr Srgb kDark{0.60F, 0.43F, 0.25F};
  const auto uniform = [&random](float low, float high) {
    return static_cast<float>(random.uniform(static_cast<double>(low), static_cast<double>(high)));
  };
  Chip strand{.x = uniform(0.0F, size), .y = uniform(0.0F, size), .grain = 0.05F};
  strand.length = uniform(0.045F, 0.13F) * size;
  strand.width = uniform(0.007F, 0.030F) * size;
  // Strands of the face layer lie roughly along the board.
  strand.angle = static_cast<float>(random.normal()) * 0.75F;
  const float shade = uniform(0.0F, 1.0F);
  strand.color = shade < 0.75F ? mixed(kMiddle, kPale, uniform(0.0F, 1.0F))
                               : mixed(kMiddle, kDark, uniform(0.0F, 1.0F));
  return strand;
}

// Rings of a trunk cut lengthwise: lines that run along u, bend a little and close here and there.
class Grain {
 public:
  Grain(int lines, std::uint64_t seed)
      : bend_(2, 6, 3, seed), streak_(4, 128, 2, seed + 7), lines_(static_cast<float>(lines)) {}

  // 0 dark late wood .. 1 pale early wood
  float at(float u, float v) const {
    const float height = bend_.at(u, v) * 2.2F + v * lines_;
    const float ring = 0.5F + 0.5F * std::sin(kTurn * height);
    return 0.55F * std::sqrt(ring) + 0.45F * streak_.at(u, v);
  }

 private:
  TileableFractalNoise bend_;
  TileableFractalNoise streak_;
  float lines_;
};

constexpr Srgb kEarlyWood{0.86F, 0.70F, 0.48F};
constexpr Srgb kLateWood{0.58F, 0.41F, 0.24F};

}  // namespace

TexelGrid paint_osb() {
  constexpr int kSize = 512;
  constexpr int kStrands = 1500;
  Random random(1, "osb");
  TextureCanvas canvas(kSize, {0.50F, 0.35F, 0.20F});
  for (int i = 0; i < kStrands; ++i)
    draw_chip(canvas, osb_strand(random, static_cast<float>(kSize)), random);
  canvas.speckle(random, 0.05F);
  return canvas.finished();
}

TexelGrid paint_plywood() {
  const Grain grain(14, 21);
  const TileableFractalNoise cloud(2, 2, 3, 22);
  Random random(2, "plywood");
  TextureCanvas canvas(256);
  canvas.fill([&](float u, float v) {
    const float pale = 0.55F + 0.45F * grain.at(u, v);
    return scaled(mixed(kLateWood, kEarlyWood, pale), 0.92F + 0.16F * cloud.at(u, v));
  });
  canvas.speckle(random, 0.03F);
  return canvas.finished();
}

TexelGrid paint_timber() {
  const Grain grain(18, 31);
  Random random(3, "timber");
  TextureCanvas canvas(256);
  canvas.fill(
      [&](float u, float v) { return mixed(kLateWood, kEarlyWood, 0.2F + 0.8F * grain.at(u, v)); });
  canvas.speckle(random, 0.04F);
  return canvas.finished();
}

// Ten boards of 12 cm, each cut from another place and with one joint.
TexelGrid paint_boards() {
  constexpr int kBoardCount = 10;
  const Grain grain(40, 41);
  Random random(4, "boards");
  std::array<float, kBoardCount> shade{};
  std::array<float, kBoardCount> joint{};
  std::array<float, kBoardCount> shift{};
  for (int i = 0; i < kBoardCount; ++i) {
    const auto board = static_cast<std::size_t>(i);
    shade[board] = static_cast<float>(random.uniform(0.82, 1.10));
    joint[board] = static_cast<float>(random.uniform(0.1, 0.9));
    shift[board] = static_cast<float>(random.uniform());
  }
  TextureCanvas canvas(512);
  canvas.fill([&](float u, float v) {
    const float across = v * kBoardCount;
    const auto board = static_cast<std::size_t>(across);
    const float edge = across - static_cast<float>(board);
    const float gap = std::min(edge, 1.0F - edge) * 0.12F;  // m from the gap
    const float end = std::abs(u - joint[board]) * 1.2F;    // m from the joint
    const bool is_gap = gap < 0.0025F || end < 0.002F;
    const float pale = 0.25F + 0.75F * grain.at(u + shift[board], v + shift[board]);
    return scaled(mixed(kLateWood, kEarlyWood, pale), is_gap ? 0.35F : shade[board]);
  });
  canvas.speckle(random, 0.03F);
  return canvas.finished();
}

}  // namespace rubble::rendering
