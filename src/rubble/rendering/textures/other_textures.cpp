// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "rubble/rendering/textures/procedural_textures.h"
#include "rubble/rendering/textures/texture_canvas.h"

namespace rubble::rendering {

TexelGrid paint_grass() {
  constexpr int kSize = 512;
  constexpr int kBlades = 9000;
  Random random(11, "grass");
  const auto uniform = [&random](double low, double high) {
    return static_cast<float>(random.uniform(low, high));
  };
  TextureCanvas canvas(kSize, {0.26F, 0.30F, 0.16F});
  for (int i = 0; i < kBlades; ++i) {
    Chip blade{.x = uniform(0.0, kSize), .y = uniform(0.0, kSize)};
    blade.length = uniform(10.0, 30.0);
    blade.width = uniform(1.6, 3.4);
    blade.angle = uniform(0.0, 6.2831853);
    const float dry = uniform(0.0, 1.0);
    blade.color = scaled(dry > 0.88F ? Srgb{0.62F, 0.58F, 0.36F} : Srgb{0.38F, 0.52F, 0.24F},
                         uniform(0.6, 1.25));
    draw_chip(canvas, blade, random);
  }
  return canvas.finished();
}

// Loops in rows.
TexelGrid paint_carpet() {
  constexpr float kRows = 64.0F;
  constexpr float kWholeTurn = 6.2831853F;
  const TileableFractalNoise cloud(4, 4, 3, 121);
  Random random(12, "carpet");
  TextureCanvas canvas(256);
  canvas.fill([&](float u, float v) {
    const float loop = std::sin(kWholeTurn * kRows * u) * std::sin(kWholeTurn * kRows * v);
    const float shade = 0.66F + 0.10F * loop + 0.16F * (cloud.at(u, v) - 0.5F);
    return Srgb{shade, shade, shade};
  });
  canvas.speckle(random, 0.22F);
  return canvas.finished();
}

TexelGrid paint_paper() {
  const TileableFractalNoise cloud(6, 6, 5, 131);
  Random random(13, "paper");
  TextureCanvas canvas(256);
  canvas.fill([&](float u, float v) {
    const float shade = 0.84F + 0.20F * (cloud.at(u, v) - 0.5F);
    return Srgb{shade, shade, shade};
  });
  canvas.speckle(random, 0.025F);
  return canvas.finished();
}

// Brushed sheet with smudges.
TexelGrid paint_metal() {
  const TileableFractalNoise brush(3, 128, 2, 141);
  const TileableFractalNoise smudge(3, 3, 4, 142);
  Random random(14, "metal");
  TextureCanvas canvas(256);
  canvas.fill([&](float u, float v) {
    const float shade = 0.80F + 0.12F * (brush.at(u, v) - 0.5F) + 0.08F * (smudge.at(u, v) - 0.5F);
    return Srgb{shade, shade, shade};
  });
  canvas.speckle(random, 0.015F);
  return canvas.finished();
}

TexelGrid paint_rust() {
  const TileableFractalNoise patch(5, 5, 5, 151);
  const TileableFractalNoise grainy(48, 48, 2, 152);
  Random random(15, "rust");
  TextureCanvas canvas(256);
  canvas.fill([&](float u, float v) {
    const float share = std::clamp((patch.at(u, v) - 0.42F) * 4.0F, 0.0F, 1.0F);
    return scaled(mixed({0.60F, 0.36F, 0.22F}, {0.36F, 0.24F, 0.18F}, share),
                  0.8F + 0.4F * grainy.at(u, v));
  });
  canvas.speckle(random, 0.10F);
  return canvas.finished();
}

TexelGrid paint_rubber() {
  constexpr float kRibs = 16.0F;
  Random random(16, "rubber");
  TextureCanvas canvas(128);
  canvas.fill([&](float, float v) {
    const float place = v * kRibs - std::floor(v * kRibs);
    const float shade = place < 0.35F ? 0.42F : place < 0.5F ? 0.78F : 0.62F;
    return Srgb{shade, shade, shade};
  });
  canvas.speckle(random, 0.08F);
  return canvas.finished();
}

}  // namespace rubble::rendering
