// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/generators/material_preset.h"
#include "rubble/world/model.h"

namespace rubble::generators {

// A hole in a wall: a door from the floor, a window above it.
struct Opening {
  double from = 0.0;  // m along the wall
  double to = 0.0;
  double bottom = 0.0;  // m above the wall's foot
  double top = 2.05;
  bool is_glazed = false;
};

// A straight wall on its middle line, with holes in order along it that do not touch.
struct WallPlan {
  std::string name;
  Vec2 from;
  Vec2 to;
  double foot = 0.0;  // m, height of its lower edge
  double height = 2.5;
  double thickness = 0.1;
  MaterialPreset preset;
  std::vector<Opening> openings = {};
};

// Piers between the holes, sills below and lintels above them, panes in glazed ones.
Link wall_link(const WallPlan& plan);

// A box between two corners.
Link block_link(const std::string& name, const Vec3& low, const Vec3& high,
                const MaterialPreset& preset, const std::string& semantic_class);
void add_block(Link& link, const std::string& name, const Vec3& low, const Vec3& high,
               const MaterialPreset& preset);

struct StairPlan {
  Pose foot;  // middle of the first riser's lower edge; x points up the flight
  int risers = 16;
  double rise = 0.18;  // m
  double run = 0.257;  // m
  double width = 1.2;  // m
  MaterialPreset body;
};

// A thin sheet on the underside of a slab whose frame is in its middle: only to be looked at.
void add_sheet_below(Link& slab, double thickness, const MaterialPreset& preset);

// A straight closed flight whose last riser is the floor above. Treads are of material nosing.
Link flight_link(const std::string& name, const StairPlan& plan);

Link desk_link(const std::string& name, const Pose& pose);

}  // namespace rubble::generators
