// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/generators/arena/arena.h"

namespace rubble::generators {

// Hall, walls, floor, furnishing and the contents of all cells of a plan.
void draw_arena(World& world, const ArenaPlan& plan);

}  // namespace rubble::generators
