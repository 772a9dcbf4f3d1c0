// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/hallway.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace rubble::generators {
namespace {

double length_of(const std::vector<Vec2>& round) {
  double length = (round.front() - round.back()).norm();
  for (std::size_t i = 1; i < round.size(); ++i) length += (round[i] - round[i - 1]).norm();
  return length;
}

TEST(Hallway, IsALoopOfWhichALaserSeesOnlyAPart) {
  constexpr double kUrgRange = 5.6;  // m
  EXPECT_NEAR(length_of(hallway_round({})), 2 * (22.0 + 12.0), 1e-9);
  EXPECT_GT(12.0, 2 * kUrgRange) << "from the middle of the shorter leg neither end is in sight";
  for (const Vec2& place : hallway_round({})) {
    const double to_wall = std::min({place.x(), place.y(), HallwaySettings().width - place.x(),
                                     HallwaySettings().height - place.y()});
    EXPECT_NEAR(to_wall, kHallwayWidth / 2, 1e-9);
  }
}

TEST(Hallway, SeedsMoveTheDoorsOnly) {
  EXPECT_EQ(*hallway_sdf({.seed = 1}), *hallway_sdf({.seed = 1}));
  EXPECT_NE(*hallway_sdf({.seed = 1}), *hallway_sdf({.seed = 2}));
  EXPECT_EQ(hallway_round({.seed = 1}), hallway_round({.seed = 2}));
}

TEST(Hallway, RefusesSizesWithoutABlockToGoRound) {
  EXPECT_FALSE(hallway_world({.width = 4.0}).ok());
  EXPECT_FALSE(hallway_world({.height = 100.0}).ok());
  EXPECT_TRUE(hallway_world({.width = 4.6, .height = 4.6}).ok());
}

}  // namespace
}  // namespace rubble::generators
