// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "rubble/generators/grid_frame.h"
#include "rubble/world/world.h"

namespace rubble::generators {

// Things that make walls worth mapping.
enum class FeatureKind {
  Diagonal,  // board across the corner at the left end of the wall
  Wedge,     // convex corner that stands out of the wall
  Barrel,    // half a barrel on each side of the wall
  Glass,
  Foam,
  Cloth,
  Foil,
};

struct Feature {
  FeatureKind kind = FeatureKind::Diagonal;
  WallSpot spot;
};

enum class VictimStyle { Open, Boxed, UnderTable };

struct VictimPlace {
  WallSpot spot;  // the wall at its back
  VictimStyle style = VictimStyle::Open;
};

struct LabelPlace {
  WallSpot spot;
  int hazard_class = 1;  // 1..9, as on transport labels
  double height = 0.6;   // m, of its middle
};

// What stands and hangs in the cells of a grid.
struct Furnishing {
  std::vector<Feature> features;
  std::vector<VictimPlace> victims;
  std::vector<LabelPlace> labels;
  std::vector<Cell> tags;
};

struct FurnishingSettings {
  std::uint64_t seed = 1;
  std::vector<Cell> starts;    // the first is where the search begins; all stay empty
  std::vector<Cell> occupied;  // cells whose own contents leave no room for features and victims
  int min_features = 8;
  int max_features = 14;
};

// Victims in dead ends first, the farthest first; features, labels and tags on free walls. Each
// kind has its own random numbers.
Furnishing furnish(const CellGrid& grid, const FurnishingSettings& settings);

// Cells that must be flat because somebody lies there.
std::vector<bool> victim_cells(const CellGrid& grid, const Furnishing& furnishing);

// Draws it all, standing on height 0.
void add_furnishing(World& world, const GridFrame& frame, const CellGrid& grid,
                    const Furnishing& furnishing, std::uint64_t seed);

}  // namespace rubble::generators
