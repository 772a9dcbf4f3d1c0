// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/geometry/cell_grid.h"
#include "rubble/geometry/pose.h"
#include "rubble/world/world.h"

namespace rubble::generators {

constexpr double kWallThickness = 0.05;  // m, sheet and studs
constexpr double kWallHeight = 1.20;     // m, half a sheet

// A cell and the wall on one of its sides.
struct WallSpot {
  Cell cell;
  CellSide side = CellSide::East;
  bool operator==(const WallSpot&) const = default;
};

// Where the cells of a grid lie in the world: the first has its corner in the origin.
struct GridFrame {
  double pitch_x = 1.25;  // m, edge of a cell
  double pitch_y = 1.25;

  double clear_x() const { return pitch_x - kWallThickness; }  // between walls
  double clear_y() const { return pitch_y - kWallThickness; }
  Vec2 center_of(Cell cell) const;
  // On the face of a wall, in its middle and on the floor; x points into the cell.
  Pose face_of(const WallSpot& spot) const;
  // Length of that face between the walls beside it.
  double face_length(CellSide side) const;
};

// A straight wall of whole pieces, seen from above.
struct WallRun {
  Vec2 middle;
  Vec2 size;
};

// Collinear walls joined. Runs along x own the junctions, runs along y stop at their faces, so that
// no two overlap.
std::vector<WallRun> wall_runs(const CellGrid& grid, const GridFrame& frame);

// The runs as boxes of OSB, plywood and painted board, one link each: wall_1, wall_2, ...
Model walls_model(const std::vector<WallRun>& runs, std::uint64_t seed);

// A plate under everything with its top at 0, a margin larger than the grid, and a hall around it:
// a ceiling that reaches far beyond, and grey far away.
void add_hall(World& world, const CellGrid& grid, const GridFrame& frame, double ceiling_height);

}  // namespace rubble::generators
