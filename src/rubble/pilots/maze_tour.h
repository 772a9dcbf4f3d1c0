// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/generators/maze.h"

namespace rubble::pilots {

// The cells a person drives through to see a whole maze and come back: from the first start to the
// nearest cell not yet seen from inside, again and again, and home. Dead ends are looked into from
// the cell before.
std::vector<generators::Cell> maze_tour(const generators::MazePlan& plan);

// Their middles.
std::vector<Vec2> stops_of(const generators::MazePlan& plan,
                           const std::vector<generators::Cell>& cells);

}  // namespace rubble::pilots
