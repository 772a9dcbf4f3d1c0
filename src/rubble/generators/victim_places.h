// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "rubble/generators/furnished_room/furnishing.h"

namespace rubble::generators {

// Adds the next victim to the world with its back to a wall (the x axis of `wall_face` points into
// the room), and to `furniture` the box or table that hides it. Its vital signs are drawn from the
// seed.
void add_victim(World& world, Model& furniture, const Pose& wall_face, VictimStyle style,
                std::uint64_t seed);

// The vital signs of the victim with this index.
Victim draw_victim(std::uint64_t seed, std::size_t number, const Pose& pose);

}  // namespace rubble::generators
