// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/generators/maze.h"
#include "rubble/pilots/explore/route.h"

namespace rubble::pilots {

// The position to stop at in a cell: its centre, or the nearby position with the largest clearance
// if there are obstacles.
Vec2 max_clearance_point(const Grid& map, const ShortestPaths& routes, const Vec2& middle);

// The openings of a maze that are wide enough for a robot that needs `body` m to each side.
CellGrid passable_cells(const generators::MazePlan& plan, const Grid& map, double body);

// A tour of all cells: repeatedly to the nearest unvisited cell, and back to the start.
std::vector<Cell> maze_tour(const CellGrid& grid, Cell start);

// Position to drive to in a cell: its centre, or, in a dead end, only far enough that the centre of
// the robot is inside, since a victim may be behind it.
Vec2 stop_point(const generators::MazePlan& plan, Cell cell);
std::vector<Vec2> stop_points(const generators::MazePlan& plan, const std::vector<Cell>& cells);

}  // namespace rubble::pilots
