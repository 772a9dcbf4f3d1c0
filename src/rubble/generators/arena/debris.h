// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/base/random.h"
#include "rubble/world/world.h"

namespace rubble::generators {

// Loose and fixed things to stumble over. Whatever is loose is of class Rubble, lies where it would
// come to rest and touches nothing but what carries it.

// About 28 blocks in three layers, each lying flat on at least four blocks below it.
void add_rubble_heap(World& world, const std::string& name, const Vec2& middle, Random random);

// A PVC pipe, 0.05 x 0.6 m, lying on flat ground.
void add_pipe(World& world, const std::string& name, const Vec2& middle, double yaw);

// A EUR pallet (1.2 x 0.8 x 0.144 m), leaning on a block so that it tilts about its long axis.
Link pallet_link(const std::string& name, const Vec2& middle, double yaw, double tilt);

}  // namespace rubble::generators
