// SPDX-License-Identifier: Apache-2.0
#include "rubble/radio/coverage.h"

#include <gtest/gtest.h>

#include <limits>

#include "rubble/radio/test_site.h"

namespace rubble::radio {
namespace {

const Vec3 kSender(0.0, 0.0, 1.0);
const CoverageArea kArea{.low = {-3, -4}, .high = {7, 4}, .cell = 0.5, .height = 1.0};

TestSite site_with_a_wall() {
  TestSite site;
  site.build({.middle = {2, 0, 1}, .size = {0.2, 20, 2}, .material = "concrete"});
  return site;
}

TEST(RadioCoverage, EveryCellIsTheLinkToItsCentre) {
  const WallFinder walls(site_with_a_wall().state);
  for (const RadioPreset preset : {RadioPreset::Seed, RadioPreset::Wss, RadioPreset::Multiwall}) {
    const Propagation propagation({.preset = preset});
    const Shadowing shadowing(3, 4.0, 2.0);
    Workers workers;
    const auto map = compute_coverage(walls, propagation, &shadowing, kSender, kArea, workers);
    ASSERT_TRUE(map.ok());
    EXPECT_EQ(map->columns, 20);
    EXPECT_EQ(map->rows, 16);
    for (const auto& [column, row] : {std::pair(0, 0), std::pair(19, 3), std::pair(7, 15)}) {
      const Vec2 cell_centre = map->cell_centre(column, row);
      const Vec3 to(cell_centre.x(), cell_centre.y(), 1.0);
      EXPECT_NEAR(map->at(column, row),
                  propagation.power(walls.between(kSender, to)) + shadowing.between(kSender, to),
                  1e-4);
    }
  }
}

TEST(RadioCoverage, WallReducesTheStrengthBehindIt) {
  const WallFinder walls(site_with_a_wall().state);
  const Propagation propagation({.preset = RadioPreset::Seed});
  Workers workers;
  const auto map = compute_coverage(walls, propagation, nullptr, kSender, kArea, workers);
  ASSERT_TRUE(map.ok());
  // The centres of these are 1.25 and 2.75 m before and behind the wall's face, all at y 0.25.
  const double before = std::hypot(1.25, 0.25), behind = std::hypot(2.75, 0.25);
  EXPECT_NEAR(map->at(8, 8), propagation.power(before, 0), 1e-4);
  EXPECT_NEAR(map->at(11, 8), propagation.power(behind, 1), 1e-4);
}

TEST(RadioCoverage, IsTheSameForAnyNumberOfWorkers) {
  const WallFinder walls(site_with_a_wall().state);
  const Propagation propagation({});
  Workers one(1), three(3);
  EXPECT_EQ(compute_coverage(walls, propagation, nullptr, kSender, kArea, one)->dbm,
            compute_coverage(walls, propagation, nullptr, kSender, kArea, three)->dbm);
}

TEST(RadioCoverage, RejectsInvalidAreas) {
  const WallFinder walls(State{});
  const Propagation propagation({});
  Workers workers;
  const auto refused = [&](const CoverageArea& area, const Vec3& from = kSender) {
    return !compute_coverage(walls, propagation, nullptr, from, area, workers).ok();
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(refused({.low = {0, 0}, .high = {2000, 2000}, .cell = 0.1}));
  EXPECT_TRUE(refused({.low = {0, 0}, .high = {1e300, 1e300}, .cell = 0.1}));
  EXPECT_TRUE(refused({.low = {0, 0}, .high = {0, 5}}));
  EXPECT_TRUE(refused({.low = {0, 0}, .high = {5, 5}, .cell = nan}));
  EXPECT_TRUE(refused({.low = {0, 0}, .high = {5, nan}}));
  EXPECT_TRUE(refused({.low = {0, 0}, .high = {5, 5}, .cell = 0.0}));
  EXPECT_TRUE(refused({.low = {0, 0}, .high = {5, 5}}, Vec3(nan, 0, 0)));
  EXPECT_FALSE(refused({.low = {0, 0}, .high = {5, 5}}));
}

}  // namespace
}  // namespace rubble::radio
