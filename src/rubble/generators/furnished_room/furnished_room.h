// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "rubble/base/result.h"
#include "rubble/world/world.h"

namespace rubble::generators {

// A reading room of 7 x 5 x 2.8 m for those who look at pictures: furniture, and on its walls
// signs, printed text from 8 to 104 mm, framed paintings, an eye chart, a clock. Behind the door
// lies a piece of corridor.
struct FurnishedRoomSettings {
  std::uint64_t seed = 1;  // of paintings, clock, books, chairs, ball, bin and victim
};

World furnished_room_world(const FurnishedRoomSettings& settings);
Result<std::string> furnished_room_sdf(const FurnishedRoomSettings& settings);

}  // namespace rubble::generators
