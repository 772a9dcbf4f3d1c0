// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/generators/arena/floor_tiles.h"
#include "rubble/generators/furnished_room/furnishing.h"

namespace rubble::generators {

struct MazeSettings {
  std::uint64_t seed = 1;
  double width = 15.0;    // m, along x, between the middles of the outer walls
  double height = 10.0;   // m, along y
  bool crossing = false;  // ramps for tracks: steps of a ramp's edge between cells
  double smoke = 0.0;     // density of the haze everywhere
  double glass = 0.0;     // share of the walls that is panes
  double friction = 0.0;  // of the floor under anything; 0: that of OSB
};

// Everything that is drawn by lot, before it has a shape.
struct MazePlan {
  MazeSettings settings;
  GridFrame frame;
  CellGrid grid;
  std::vector<Cell> starts;
  Furnishing furnishing;
  std::vector<FloorTile> floor;

  std::uint64_t hash() const;  // of walls and floor
};

// The random maze of the interleague challenge: OSB corridors of 1.2 m, ramps of 15 degrees, wall
// features, victims, tags. Sizes that do not divide into cells of 1.15 to 1.35 m are refused.
Result<MazePlan> plan_maze(const MazeSettings& settings);
World maze_world(const MazePlan& plan);
Result<std::string> maze_sdf(const MazeSettings& settings);

// How many whole cells of about 1.25 m fit exactly.
struct CellDivision {
  int columns = 0;
  int rows = 0;
  GridFrame frame;
};
Result<CellDivision> divide_into_cells(double width, double height);

// Four places for robots in the first column, the nearest to `first` before others.
std::vector<Cell> start_cells(const CellGrid& grid, Cell first);
// RobotStart1..4, each in the middle of its cell and facing an opening.
void add_starts(World& world, const GridFrame& frame, const CellGrid& grid,
                const std::vector<Cell>& starts);

}  // namespace rubble::generators
