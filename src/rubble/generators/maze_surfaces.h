// SPDX-License-Identifier: Apache-2.0
// What a maze is made of when it is made harder: panes for walls, a floor on which tracks slip.
#pragma once

#include <cstdint>

#include "rubble/generators/grid_frame.h"

namespace rubble::generators {

// The same walls in pieces of a cell's edge, this share of them glass: as thick as the others, so
// that a robot drives as before, but for where it touches one.
Model glazed(const Model& walls, const GridFrame& frame, double share, std::uint64_t seed);

// Floors and ramps get this coefficient whatever touches them; the looks stay.
void make_slippery(World& world, double friction);

}  // namespace rubble::generators
