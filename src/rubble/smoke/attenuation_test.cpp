// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "rubble/smoke/test_smoke.h"

namespace rubble::smoke {
namespace {

constexpr double kGrey214 = 0.67244;  // linear light of sRGB 214

SmokeAttenuation attenuation_of(const SmokeField& smoke_field, const Line& line,
                                const Eigen::Vector3f& light = {1, 1, 1}) {
  SmokeAttenuation attenuation;
  smoke_field.attenuations({&line, 1}, light, {&attenuation, 1});
  return attenuation;
}

const Line kAlongX{Vec3::Zero(), Vec3::UnitX(), 2.5};

SmokeArea colored(const SmokeArea& area, const Color& color, double ratio = 1.0) {
  SmokeArea copy = area;
  copy.color = color;
  copy.visible_ratio = ratio;
  return copy;
}

double srgb(double linear) {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

double linear(double value) {
  const double c = value / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

TEST(SmokeAttenuation, OfClearAirChangeNothing) {
  const SmokeAttenuation attenuation = attenuation_of(SmokeField(World{}, 1), kAlongX);
  EXPECT_EQ(attenuation.transmittance, 1.0F);
  EXPECT_EQ(attenuation.inscattered.norm(), 0.0F);
}

TEST(SmokeAttenuation, OfOneColourFollowBeerAndKoschmieder) {
  const SmokeField smoke_field(world_of({area_of(Box{Vec3(8, 8, 8)}, {}, 0.0018),
                                         area_of(Sphere{1.0}, {Vec3(1.5, 0, 0)}, 0.00125)}),
                               1);
  const double transmittance = 2.5 / 5.6;
  const SmokeAttenuation attenuation = attenuation_of(smoke_field, kAlongX);
  EXPECT_NEAR(attenuation.transmittance, transmittance, 1e-6);
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(attenuation.inscattered[i], (1 - transmittance) * kGrey214, 1e-5);
  const SmokeAttenuation dusk = attenuation_of(smoke_field, kAlongX, {0.5F, 0.25F, 0.0F});
  EXPECT_NEAR(dusk.inscattered.x(), 0.5 * (1 - transmittance) * kGrey214, 1e-5);
  EXPECT_NEAR(dusk.inscattered.y(), 0.25 * (1 - transmittance) * kGrey214, 1e-5);
  EXPECT_EQ(dusk.inscattered.z(), 0.0F);
}

TEST(SmokeAttenuation, OfGaussianAndHazeAndMeshUseTheirIntegrals) {
  SmokeArea bell = area_of(Sphere{}, {Vec3(1, 0.1, 0)}, 0.004);
  bell.profile = SmokeProfile::Gaussian;
  bell.sigma = 0.3;
  SmokeArea rough = area_of(Box{Vec3(4, 4, 4)}, {}, 0.002);
  rough.turbulence = 0.3;
  World world = world_of({bell, rough});
  world.hazes = {{.density = 0.001}};
  const SmokeField smoke_field(world, 1);
  const SmokeAttenuation attenuation = attenuation_of(smoke_field, kAlongX);
  EXPECT_NEAR(attenuation.transmittance, std::exp(-kExtinction * total_of(smoke_field, kAlongX)),
              1e-6);
  EXPECT_NEAR(attenuation.inscattered.x(), (1 - attenuation.transmittance) * kGrey214, 1e-5);
}

TEST(SmokeAttenuation, TakeTheVisibleRatioIntoAccount) {
  const SmokeArea area = area_of(Box{Vec3(8, 8, 8)}, {}, 0.0028);
  const SmokeAttenuation attenuation =
      attenuation_of(SmokeField(world_of({colored(area, {214, 214, 214}, 0.5)}), 1), kAlongX);
  EXPECT_NEAR(attenuation.transmittance, std::sqrt(2.5 / 5.6), 1e-6);
}

// A red slab before a blue one hides it; from the other side it is the other way round.
TEST(SmokeAttenuation, PutNearSmokeBeforeFarSmoke) {
  const SmokeArea red = colored(area_of(Box{Vec3(1, 8, 8)}, {Vec3(0.5, 0, 0)}, 0.02), {255, 0, 0});
  const SmokeArea blue = colored(area_of(Box{Vec3(1, 8, 8)}, {Vec3(1.5, 0, 0)}, 0.01), {0, 0, 255});
  const SmokeField smoke_field(world_of({blue, red}), 1);
  const double kept_red = std::exp(-kExtinction * 0.02), kept_blue = std::exp(-kExtinction * 0.01);
  const SmokeAttenuation attenuation = attenuation_of(smoke_field, kAlongX);
  EXPECT_NEAR(attenuation.transmittance, kept_red * kept_blue, 1e-6);
  EXPECT_NEAR(attenuation.inscattered.x(), 1 - kept_red, 1e-6);
  EXPECT_NEAR(attenuation.inscattered.z(), kept_red * (1 - kept_blue), 1e-6);
  const SmokeAttenuation back = attenuation_of(smoke_field, {Vec3(2, 0, 0), -Vec3::UnitX(), 2.0});
  EXPECT_NEAR(back.inscattered.x(), kept_blue * (1 - kept_red), 1e-6);
  EXPECT_NEAR(back.inscattered.z(), 1 - kept_blue, 1e-6);
}

TEST(SmokeAttenuation, MixOverlappingColoursByTheirExtinction) {
  const SmokeArea area = area_of(Box{Vec3(8, 8, 8)}, {}, 0.003);
  const SmokeField smoke_field(
      world_of({colored(area, {255, 0, 0}, 1.0), colored(area, {0, 255, 0}, 2.0)}), 1);
  const SmokeAttenuation attenuation = attenuation_of(smoke_field, kAlongX);
  const double kept = std::exp(-kExtinction * 0.009 * 2.5);
  EXPECT_NEAR(attenuation.transmittance, kept, 1e-6);
  EXPECT_NEAR(attenuation.inscattered.x(), (1 - kept) / 3, 1e-5);
  EXPECT_NEAR(attenuation.inscattered.y(), 2 * (1 - kept) / 3, 1e-5);
}

// Two colours that differ by nothing the eye sees must give what one colour gives.
TEST(SmokeAttenuation, OfManyColoursTendToThoseOfOne) {
  Random random(3, "veils");
  std::vector<SmokeArea> one, many;
  for (int i = 0; i < 20; ++i) {
    const double density = random.uniform(0.0, 0.01);
    one.push_back(area_of(Sphere{0.7}, random_pose(random, 1.5), density));
    many.push_back(colored(one.back(), {214.0 + 1e-4 * i, 214.0, 214.0}));
  }
  const SmokeField a(world_of(one), 1), b(world_of(many), 1);
  for (int i = 0; i < 50; ++i) {
    const Line line = random_line(random, 3.0, 1.0);
    const SmokeAttenuation x = attenuation_of(a, line), y = attenuation_of(b, line);
    EXPECT_NEAR(x.transmittance, y.transmittance, 1e-5);
    EXPECT_LT((x.inscattered - y.inscattered).norm(), 1e-4);
  }
}

// Mean saturation of the card blue, yellow, gold behind 2.5 m of smoke.
TEST(SmokeAttenuation, FadeTheReferenceCardAsPublished) {
  const std::pair<double, double> expected[] = {{0.0, 0.593},   {0.0005, 0.407}, {0.001, 0.306},
                                                {0.002, 0.193}, {0.0028, 0.140}, {0.004, 0.091},
                                                {0.007, 0.034}};
  const Color card[] = {{60, 90, 150}, {200, 180, 70}, {170, 140, 80}};
  for (const auto& [density, saturation] : expected) {
    const SmokeField smoke_field(world_of({area_of(Box{Vec3(9, 9, 9)}, {}, density)}), 1);
    const SmokeAttenuation attenuation = attenuation_of(smoke_field, kAlongX);
    double sum = 0.0;
    for (const Color& patch : card) {
      double low = 1.0, high = 0.0;
      for (std::size_t i = 0; i < 3; ++i) {
        const double value = srgb(attenuation.transmittance * linear(patch[i]) +
                                  attenuation.inscattered[static_cast<Eigen::Index>(i)]);
        low = std::min(low, value);
        high = std::max(high, value);
      }
      sum += (high - low) / high;
    }
    EXPECT_NEAR(sum / 3, saturation, 0.01) << density;
  }
}

TEST(SmokeAttenuation, OfABurningPlumeAreFireBelowAndSmokeAbove) {
  World world;
  world.plumes.push_back({});
  world.plumes[0].rate = 50.0;
  world.plumes[0].glow = 1.0;
  SmokeField smoke_field(world, 1);
  smoke_field.advance(20.0);
  const auto at_height = [&](double z) {
    return attenuation_of(smoke_field, line_between({-3, 0, z}, {3, 0, z}), {0.2F, 0.2F, 0.2F});
  };
  const SmokeAttenuation low = at_height(0.2), high = at_height(3.5);
  EXPECT_LT(low.transmittance, 0.05F);
  EXPECT_GT(low.inscattered.x(), 1.0F);
  EXPECT_GT(low.inscattered.x(), 1.3F * low.inscattered.y());
  EXPECT_GT(low.inscattered.y(), 1.5F * low.inscattered.z());
  EXPECT_NEAR(high.inscattered.x(), high.inscattered.z(), 0.01);
  EXPECT_LE(high.inscattered.x(), 0.2 * kGrey214 + 1e-4);
}

// One particle of a plume, seen from the side along lines 5 mm apart: as much smoke as in an even
// ball, and none at its rim.
TEST(SmokeAttenuation, ParticlesHaveTheirMassAndSoftRims) {
  World world;
  Plume plume;
  plume.rate = 1.0;
  plume.lifetime = 10.0;
  plume.density = 1e-3;
  plume.radius = 0.5;
  plume.growth = 0.0;
  plume.velocity = plume.wind = Vec3::Zero();
  plume.spread = 0.0;
  world.plumes = {plume};
  SmokeField smoke_field(world, 1);
  smoke_field.advance(0.5);
  constexpr double kStep = 0.005;
  double shown = 0.0, measured = 0.0;
  for (double y = -0.6; y < 0.6; y += kStep)
    for (double z = -0.6; z < 0.6; z += kStep) {
      const Line line = line_between({-3, y, z}, {3, y, z});
      shown -= std::log(static_cast<double>(attenuation_of(smoke_field, line).transmittance)) *
               kStep * kStep;
      measured += kExtinction * total_of(smoke_field, line) * kStep * kStep;
    }
  EXPECT_NEAR(measured, kExtinction * 1e-3 * 4.0 / 3.0 * kPi * 0.125, 1e-3 * measured);
  EXPECT_NEAR(shown, measured, 1e-3 * measured);
  const auto shade_at = [&](double y) {
    return 1.0 -
           static_cast<double>(
               attenuation_of(smoke_field, line_between({-3, y, 0}, {3, y, 0})).transmittance);
  };
  EXPECT_LT(shade_at(0.49), 0.01 * shade_at(0.0));
  EXPECT_EQ(shade_at(0.501), 0.0);
  for (double y = 0.0; y < 0.49; y += 0.01) EXPECT_GT(shade_at(y), shade_at(y + 0.01));
}

TEST(SmokeAttenuation, InBulkAreTheSameAsOneByOne) {
  Random random(6, "veils");
  std::vector<SmokeArea> areas;
  for (int i = 0; i < 40; ++i)
    areas.push_back(colored(area_of(Sphere{0.6}, random_pose(random, 2.0), 0.01),
                            {50.0 + i, 100.0, 200.0 - i}));
  World world = world_of(areas);
  world.plumes.push_back({});
  SmokeField smoke_field(world, 1);
  smoke_field.advance(5.0);
  std::vector<Line> lines;
  for (int row = -20; row < 20; ++row)
    for (int column = -20; column < 20; ++column)
      lines.push_back(line_between({-4, 0, 1}, {3, 0.1 * column, 1 + 0.1 * row}));
  std::vector<SmokeAttenuation> attenuations(lines.size());
  smoke_field.attenuations(lines, {1, 1, 1}, attenuations);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const SmokeAttenuation attenuation = attenuation_of(smoke_field, lines[i]);
    EXPECT_EQ(attenuation.transmittance, attenuations[i].transmittance);
    EXPECT_EQ(attenuation.inscattered, attenuations[i].inscattered);
  }
}

}  // namespace
}  // namespace rubble::smoke
