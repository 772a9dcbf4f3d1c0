// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "rubble/base/result.h"
#include "rubble/geometry/pose2.h"
#include "rubble/maps/occupancy_map.h"
#include "rubble/slam/2d/planar_scan.h"

// Occupancy grid mapping with known poses (Elfes 1989), by counting hits and passes of beams in
// each cell (the reflection model of Thrun, Burgard, Fox 2005, section 9.2).
namespace rubble::slam {

struct MapSettings {
  double resolution = 0.05;  // m
  std::size_t max_cells = 100'000'000;
  // Whether beams without return mark free cells. They also pass through glass and vanish on dark
  // walls, which draws free space outside of buildings.
  bool marks_misses_free = false;
};

// Ray-traces scans from their poses into a grid; a cell is occupied by its share of hits.
Result<maps::OccupancyMap> draw_map(std::span<const PlanarScan> scans, std::span<const Pose2> poses,
                                    const MapSettings& drawing = {});

}  // namespace rubble::slam
