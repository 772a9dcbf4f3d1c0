// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/world/world.h"

namespace rubble::generators {

constexpr double kHallwayWidth = 2.0;  // m between its walls
constexpr double kHallwayEye = 2.45;   // m: over its walls and under its ceiling

// A hall that runs round a block: smooth walls, flat floor, here and there a door in a recess.
struct HallwaySettings {
  std::uint64_t seed = 1;  // of the doors' places
  double width = 24.0;     // m along x, between the outer walls
  double height = 14.0;    // m along y
  double smoke = 0.0;      // density of the haze everywhere
};

// One round in the middle of the hall, a place every two metres or so and in each corner; the first
// is where a robot starts, towards the second.
std::vector<Vec2> hallway_round(const HallwaySettings& settings);

// Sizes below 4.6 m leave no block to go round and are refused.
Result<World> hallway_world(const HallwaySettings& settings);
Result<std::string> hallway_sdf(const HallwaySettings& settings);

}  // namespace rubble::generators
