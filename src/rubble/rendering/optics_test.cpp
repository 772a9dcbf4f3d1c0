// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "rubble/rendering/film.h"
#include "rubble/rendering/lamp.h"
#include "rubble/rendering/lens.h"
#include "rubble/rendering/textures/procedural_textures.h"
#include "rubble/rendering/textures/texture.h"
#include "rubble/rendering/textures/texture_canvas.h"
#include "rubble/rendering/tone.h"

namespace rubble::rendering {
namespace {

constexpr Distortion kWideLens{.k1 = -0.18, .k2 = 0.05, .k3 = -0.006, .p1 = 0.0006, .p2 = -0.0011};

TEST(Tone, EveryByteComesBackFromLinearLight) {
  const ToneTables& tone = tone_tables();
  for (int i = 0; i < 256; ++i) {
    const auto byte = static_cast<std::uint8_t>(i);
    EXPECT_EQ(tone.encode(tone.decode(byte)), byte);
    EXPECT_NEAR(srgb_from_linear(linear_from_srgb(i / 255.0)), i / 255.0, 1e-7);
  }
}

TEST(Tone, TheTableRoundsLikeTheFormula) {
  const ToneTables& tone = tone_tables();
  for (double linear = 0.0; linear <= 1.0; linear += 0.00037)
    EXPECT_NEAR(tone.encode(static_cast<float>(linear)), 255.0 * srgb_from_linear(linear), 0.75);
  EXPECT_EQ(tone.encode(-1.0F), 0);
  EXPECT_EQ(tone.encode(7.0F), 255);
  EXPECT_EQ(tone.encode(0.5F), 188);  // the standard's middle grey
}

TEST(Lens, UndistortingUndoesTheForwardFormula) {
  for (double x = -0.9; x <= 0.9; x += 0.15)
    for (double y = -0.7; y <= 0.7; y += 0.14) {
      const Vec2 plane(x, y);
      EXPECT_LT((undistorted(kWideLens, distorted(kWideLens, plane)).value() - plane).norm(), 1e-9);
    }
}

// Brown's formula with numbers of the usual order: x' takes 2 p1 x y + p2 (r2 + 2 x2), and y' takes
// p1 (r2 + 2 y2) + 2 p2 x y. Worked out by hand for each coefficient alone.
TEST(Lens, EachCoefficientMovesAPointAsBrownSays) {
  const Vec2 plane(0.3, 0.4);  // r2 = 0.25
  const auto expect_at = [&](const Distortion& lens, double x, double y) {
    EXPECT_LT((distorted(lens, plane) - Vec2(x, y)).norm(), 1e-12) << x << " " << y;
  };
  expect_at({}, 0.3, 0.4);
  expect_at({.k1 = 0.1}, 0.3 * 1.025, 0.4 * 1.025);
  expect_at({.k2 = 0.1}, 0.3 * 1.00625, 0.4 * 1.00625);
  expect_at({.k3 = 0.1}, 0.3 * 1.0015625, 0.4 * 1.0015625);
  expect_at({.p1 = 0.01}, 0.3 + 0.0024, 0.4 + 0.0057);
  expect_at({.p2 = 0.02}, 0.3 + 0.0086, 0.4 + 0.0048);
}

// r (1 - 0.3 r^2) grows up to r = 1.054, where it is 0.703: farther out there is no light.
TEST(Lens, ABarrelLensIsDarkBeyondItsRimAndExactWithin) {
  const CameraSettings settings{.width = 320, .height = 240, .distortion = {.k1 = -0.3}};
  const Lens lens(settings);
  int dark = 0;
  for (int row = 0; row < 240; ++row)
    for (int column = 0; column < 320; ++column) {
      const Vec2 from_middle(column + 0.5 - 160.0, row + 0.5 - 120.0);
      const double seen =
          from_middle.norm() * std::tan(0.5 * settings.horizontal_field_of_view) / 160.0;
      if (std::abs(seen - 0.7027) > 0.002) {
        ASSERT_EQ(lens.is_lit(column, row), seen < 0.7027) << column << ' ' << row;
      }
      dark += lens.is_lit(column, row) ? 0 : 1;
      if (!lens.is_lit(column, row) || seen > 0.7) continue;
      const Vec2 back = pixel_of(settings, lens.direction(column, row).cast<double>());
      ASSERT_LT((back - Vec2(column + 0.5, row + 0.5)).norm(), 0.01);
    }
  EXPECT_GT(dark, 1000);
}

TEST(Lens, PixelsLookWhereTheForwardFormulaPutsThem) {
  const CameraSettings settings{.width = 320, .height = 240, .distortion = kWideLens};
  const Lens lens(settings);
  for (const auto& [column, row] : {std::pair{0, 0}, {319, 0}, {160, 120}, {7, 233}, {300, 60}}) {
    const Vec3 way = lens.direction(column, row).cast<double>();
    const Vec2 back = pixel_of(settings, 3.0 * way);
    EXPECT_NEAR(back.x(), column + 0.5, 1e-3);
    EXPECT_NEAR(back.y(), row + 0.5, 1e-3);
  }
}

TEST(Lens, TheEdgeOfThePictureIsHalfTheFieldOfView) {
  const CameraSettings settings{.width = 200, .height = 100, .horizontal_field_of_view = 1.2};
  EXPECT_NEAR(pixel_of(settings, {std::cos(0.6), std::sin(0.6), 0.0}).x(), 0.0, 1e-9);
  EXPECT_NEAR(pixel_of(settings, {std::cos(0.6), -std::sin(0.6), 0.0}).x(), 200.0, 1e-9);
  EXPECT_LT(pixel_of(settings, {1.0, 0.0, 0.2}).y(), 50.0);  // up in the world is up in the picture
}

TexelGrid checker() {
  const Texel black{0, 0, 0, 255};
  const Texel white{255, 255, 255, 255};
  return {2, 2, {white, black, black, white}};
}

TEST(Texture, ShowsItsTexelsWhereTheyLie) {
  const Texture texture(checker());
  EXPECT_EQ(texture.sample(0.25F, 0.25F, 0.01F).red, 255);
  EXPECT_EQ(texture.sample(0.75F, 0.25F, 0.01F).red, 0);
  EXPECT_EQ(texture.sample(0.75F, 0.75F, 0.01F).red, 255);
  EXPECT_EQ(texture.sample(-0.75F, 5.25F, 0.01F).red, 255);  // and repeats
  EXPECT_EQ(texture.sample(-0.25F, 5.25F, 0.01F).red, 0);
}

TEST(Texture, FromAfarIsItsMeanInLinearLight) {
  const Texture texture(checker());
  EXPECT_EQ(texture.sample(0.3F, 0.9F, 10.0F).green, 188);
  EXPECT_NEAR(texture.mean()[0], 0.5F, 0.005F);
}

TEST(Texture, OddSizesKeepAPlainColor) {
  const TexelGrid grid{3, 5, std::vector<Texel>(15, Texel{60, 90, 150, 255})};
  const Texture texture(grid);
  for (const float place : {0.0F, 0.13F, 0.5F, 0.99F}) {
    const Texel texel = texture.sample(place, 1.0F - place, 0.2F * place);
    EXPECT_EQ(texel.red, 60);
    EXPECT_EQ(texel.blue, 150);
  }
}

TEST(Tiles, JoinWithoutASeam) {
  for (const ProceduralTexture* kind : all_procedural_textures()) {
    const TexelGrid grid = kind->generate();
    double across_edge = 0.0;
    double inside = 0.0;
    for (int row = 0; row < grid.height; ++row) {
      across_edge += std::abs(grid.at(grid.width - 1, row).green - grid.at(0, row).green);
      inside +=
          std::abs(grid.at(grid.width / 2 - 1, row).green - grid.at(grid.width / 2, row).green);
    }
    EXPECT_LT(across_edge, 2.5 * inside + 2.0 * grid.height) << kind->name;
  }
}

TEST(Tiles, AreThePaintingsOfYesterday) {
  const TexelGrid once = paint_osb();
  const TexelGrid again = paint_osb();
  ASSERT_EQ(once.texels.size(), again.texels.size());
  for (std::size_t i = 0; i < once.texels.size(); i += 97)
    ASSERT_EQ(once.texels[i].red, again.texels[i].red);
}

TEST(Film, NoiseHasTheDeviationAskedFor) {
  const Film film({.width = 400, .height = 300, .noise = 0.02}, Random(3, "film"));
  double sum = 0.0;
  double squares = 0.0;
  for (int row = 0; row < 300; ++row) {
    std::vector<std::uint8_t> rgb(1200, 128);
    film.add_noise(0, row, 400, rgb.data());
    for (const std::uint8_t value : rgb) {
      sum += value - 128.0;
      squares += (value - 128.0) * (value - 128.0);
    }
  }
  const double count = 360000.0;
  EXPECT_NEAR(sum / count, 0.0, 0.05);
  EXPECT_NEAR(std::sqrt(squares / count), 0.02 * 255.0, 0.05);
}

// SDF gives the whole angles of the inner and the outer cone; light reaches half of each to a side.
TEST(Lamp, LightsWhatIsWithinHalfItsAngle) {
  World world;
  world.lights.push_back({.kind = LightKind::Spot});
  world.lights[0].spot_inner_angle = 0.6;
  world.lights[0].spot_outer_angle = 1.0;
  world.lights[0].spot_falloff = 1.0;
  const std::vector<Lamp> lamps = lamps_at(world, {}, rays::Scene(world), Vec3::Zero());
  ASSERT_EQ(lamps.size(), 1U);
  const auto share = [&](double angle) {
    return lamps[0].cone(static_cast<float>(std::cos(angle)));
  };
  EXPECT_EQ(share(0.0), 1.0F);
  EXPECT_EQ(share(0.29), 1.0F);
  EXPECT_EQ(share(0.51), 0.0F);
  for (double angle = 0.31; angle < 0.49; angle += 0.01) {
    EXPECT_GT(share(angle), share(angle + 0.01));
    EXPECT_LT(share(angle), 1.0F);
  }
}

TEST(Lamp, FadesWithoutAnEdgeToNothingAtItsRange) {
  const Lamp lamp{.kind = LightKind::Point, .range = 10.0F, .attenuation = {0.5F, 0.1F, 0.02F}};
  EXPECT_NEAR(lamp.attenuated(4.0F), 1.0 / (0.5 + 0.4 + 0.32), 1e-5);
  for (float distance = 0.0F; distance < 11.0F; distance += 0.01F) {
    const float step = lamp.attenuated(distance) - lamp.attenuated(distance + 0.01F);
    EXPECT_GE(step, 0.0F) << distance;
    EXPECT_LT(step, 0.01F) << distance;
  }
  EXPECT_EQ(lamp.attenuated(10.0F), 0.0F);
}

TEST(Film, VignettingTakesItsShareInTheCornersAndNoneInTheMiddle) {
  const Film film({.width = 401, .height = 301, .vignetting = 0.5}, Random(3, "film"));
  const rays::Vec3f white = rays::Vec3f::Ones();
  std::array<std::uint8_t, 3> rgb{};
  film.expose(200, 150, white, rgb.data());
  EXPECT_EQ(rgb[0], 255);
  film.expose(0, 0, white, rgb.data());
  EXPECT_NEAR(rgb[0], 188, 2);
}

}  // namespace
}  // namespace rubble::rendering
