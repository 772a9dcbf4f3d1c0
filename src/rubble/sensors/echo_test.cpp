// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/echo.h"

#include <gtest/gtest.h>

#include <cmath>

#include "rubble/base/random.h"

namespace rubble::sensors {
namespace {

const EchoModel kSoftModel{.white_range = 30.0, .soft_integral = 0.004, .soft_window = 0.6};

World random_smoke(std::uint64_t seed) {
  Random random(seed, "echo test");
  World world;
  const int areas = random.integer(1, 6);
  for (int i = 0; i < areas; ++i) {
    SmokeArea area{.name = "area", .density = random.uniform(0.0, 0.02)};
    area.pose.position.x() = random.uniform(0.0, 6.0);
    area.geometry = Box{{random.uniform(0.05, 2.0), 2, 2}};
    if (random.chance(0.4)) {
      area.geometry = Sphere{1.0};
      area.profile = SmokeProfile::Gaussian;
      area.sigma = random.uniform(0.05, 0.5);
    }
    world.smokes.push_back(area);
  }
  return world;
}

double back_scatter(const EchoModel& model, const smoke::Path& path, double s) {
  return std::exp(-2 * model.extinction * path.integral(s - model.soft_window)) -
         std::exp(-2 * model.extinction * path.integral(s));
}

TEST(Echo, TheSearchForSolidSmokeAgreesWithLookingEverywhere) {
  const double threshold = 1.0 - std::exp(-2 * kSoftModel.extinction * kSoftModel.soft_integral);
  int found = 0, missing = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const World world = random_smoke(seed);
    smoke::SmokeField smoke_field(world, 1);
    smoke_field.advance(0.0);
    const smoke::Path path = smoke_field.path({Vec3::Zero(), Vec3::UnitX(), 7.0});
    double first = kInfinity, most = 0.0;
    for (double s = 0.0; s <= 7.0; s += 0.0005) {
      const double scatter = back_scatter(kSoftModel, path, s);
      if (scatter >= threshold && first == kInfinity) first = s;
      most = std::max(most, scatter);
    }
    const SoftEcho soft = find_soft_echo(kSoftModel, path, 7.0, true);
    if (first == kInfinity) {
      // A peak between two looks may just reach it.
      EXPECT_TRUE(soft.range == kInfinity || most > 0.999 * threshold) << seed;
      ++missing;
      continue;
    }
    ASSERT_NEAR(soft.range, first, 0.0006) << seed;
    EXPECT_NEAR(soft.log_margin, std::log(most / threshold), 0.011) << seed;
    ++found;
  }
  EXPECT_GT(found, 30);
  EXPECT_GT(missing, 30);
}

TEST(Echo, DoublingTheExtinctionHalvesTheSmokeOneSeesThrough) {
  const EchoModel once{.white_range = 12.0};
  EchoModel twice = once;
  twice.extinction *= 2.0;
  for (const double range : {0.5, 3.0, 11.0})
    EXPECT_NEAR(visible_integral(once, {.range = range}),
                2.0 * visible_integral(twice, {.range = range}), 1e-12);
}

TEST(Echo, WhitePaperIsJustSeenAtTheWhiteRange) {
  for (const double white_range : {5.6, 30.0, 90.0}) {
    const EchoModel model{.white_range = white_range};
    EXPECT_NEAR(visible_integral(model, {.range = white_range}), 0.0, 1e-15);
    EXPECT_TRUE(is_visible(log_margin(model, {.range = 0.999 * white_range}, 0.0)));
    EXPECT_FALSE(is_visible(log_margin(model, {.range = 1.001 * white_range}, 0.0)));
  }
}

TEST(Echo, BlackAndGrazedSurfacesAreNeverSeen) {
  const EchoModel model;
  EXPECT_FALSE(is_visible(log_margin(model, {.range = 0.1, .reflectivity = 0.0}, 0.0)));
  EXPECT_FALSE(is_visible(log_margin(model, {.range = 0.1, .cosine = 0.0}, 0.0)));
}

TEST(Echo, BudgetForgetsTheSurface) {
  const EchoModel model{.kind = LaserModel::Budget, .penetration = 0.007};
  EXPECT_EQ(visible_integral(model, {.range = 4.0, .reflectivity = 0.01, .cosine = 0.1}), 0.007);
}

}  // namespace
}  // namespace rubble::sensors
