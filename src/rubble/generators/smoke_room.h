// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/base/result.h"
#include "rubble/world/world.h"

namespace rubble::generators {

// A training room of 5 x 4 x 3 m. From the start, 0.3 m above the floor: white walls 1.0 m behind,
// 2.0 m to each side and 4.0 m ahead; a card of blue, yellow and gold paper 2.5 m ahead with rusty
// steel to its right; three low bollards at 0.6, 1.2 and 1.8 m.
struct SmokeRoomSettings {
  double density = 0.0028;          // of the smoke that fills the room
  double turbulence = 0.0;          // relative standard deviation
  double correlation_length = 0.2;  // m
  bool is_puff = false;             // density over 300 s: blown in, then dissolving
};

World smoke_room_world(const SmokeRoomSettings& settings);
Result<std::string> smoke_room_sdf(const SmokeRoomSettings& settings);

}  // namespace rubble::generators
