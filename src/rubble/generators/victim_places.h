// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "rubble/generators/furnishing.h"

namespace rubble::generators {

// Adds the next victim of the world with its back to a wall (x of the face points into the room),
// and to `furniture` the box or table it is hidden in. Its signs are drawn from the seed.
void add_victim(World& world, Model& furniture, const Pose& wall_face, VictimStyle style,
                std::uint64_t seed);

// The signs of the victim with this number.
Victim draw_victim(std::uint64_t seed, std::size_t number, const Pose& pose);

}  // namespace rubble::generators
