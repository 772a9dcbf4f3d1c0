// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "rubble/base/result.h"
#include "rubble/world/world.h"

namespace rubble::generators {

// A building floor of 40 x 15 m for radio tests: a corridor between two rows of eight rooms, walls
// of concrete, brick, plasterboard, glass, wood and metal, doors open and closed.
struct RadioFloorSettings {
  std::uint64_t seed = 1;  // of wall materials and doors
};

World radio_floor_world(const RadioFloorSettings& settings);
Result<std::string> radio_floor_sdf(const RadioFloorSettings& settings);

}  // namespace rubble::generators
