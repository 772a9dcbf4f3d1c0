// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/generators/maze.h"
#include "rubble/pilots/explore_route.h"

namespace rubble::pilots {

// The place to stop at in a cell: its middle, or the roomiest about it where things stand there.
Vec2 max_clearance_point(const Grid& map, const ShortestPaths& routes, const Vec2& middle);

// The openings of a maze through which a robot fits that needs so much room to each side (m).
generators::CellGrid passable_cells(const generators::MazePlan& plan, const Grid& map, double body);

// The cells a person drives through to see a whole maze and come back: to the nearest cell not yet
// seen from inside, again and again, and home.
std::vector<generators::Cell> maze_tour(const generators::CellGrid& grid, generators::Cell start);

// Where a robot goes in a cell: to its middle, but in a dead end only so far that its own middle is
// inside: there is the room to look around, and behind may be somebody.
Vec2 stop_point(const generators::MazePlan& plan, generators::Cell cell);
std::vector<Vec2> stop_points(const generators::MazePlan& plan,
                              const std::vector<generators::Cell>& cells);

}  // namespace rubble::pilots
