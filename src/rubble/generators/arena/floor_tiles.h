// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "rubble/generators/grid_frame.h"

namespace rubble::generators {

constexpr double kRampAngle = radians(15.0);
constexpr double kSlopeLength = 0.60;  // m, of a half tile seen from above

// How a ridge ends at one side of its cell.
enum class RidgeEnd {
  Wall,     // runs up to the wall's face
  Through,  // runs on to the cell's border
  Hip,      // falls to the floor at 15 degrees
};

// What lies on the floor of a cell: nothing, or one ridge.
struct FloorTile {
  enum class Kind { Flat, Ridge };
  Kind kind = Kind::Flat;
  bool is_along_x = true;  // direction of the ridge
  RidgeEnd low_end = RidgeEnd::Wall;
  RidgeEnd high_end = RidgeEnd::Wall;
  bool operator==(const FloorTile&) const = default;
};

// Floor for wheels: edges of neighbouring cells always meet at height 0. A pitch ridge lies across
// a straight corridor or a dead end, a roll ridge along it and ends in hips; other cells are flat
// or a pyramid (a ridge that is two hips).
std::vector<FloorTile> smooth_floor(const CellGrid& grid, const std::vector<bool>& must_be_flat,
                                    std::uint64_t seed);

// Floor for tracks: ridges along x or y as they come, so that neighbours meet in steps of up to one
// ramp edge.
std::vector<FloorTile> crossing_floor(const CellGrid& grid, const std::vector<bool>& must_be_flat,
                                      double flat_share, std::uint64_t seed);

// One static link for each tile that is not flat: ramp_<column>_<row>.
Model floor_model(const CellGrid& grid, const GridFrame& frame, const std::vector<FloorTile>& tiles,
                  double angle = kRampAngle);

std::uint64_t hash_of(const std::vector<FloorTile>& tiles);

}  // namespace rubble::generators
