// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "rubble/base/result.h"
#include "rubble/maps/occupancy_map.h"
#include "rubble/world/world.h"

namespace rubble::groundtruth {

struct TrueMapSettings {
  double height = 0.3;       // m above the floor, of the laser plane
  double resolution = 0.05;  // m
  std::size_t max_cells = 50'000'000;
};

struct TrueMap {
  maps::OccupancyMap map;  // in the world's own coordinates
  double level = 0.0;      // m, z at which the world was cut
  double free_area = 0.0;  // m^2
};

// Ground truth occupancy map of a world, from a horizontal cut: occupied where the cut meets a
// surface visible from free space; free where there is floor below and the cell is reachable from
// one of the places; unknown inside and behind walls and outside. The floor is that below the first
// place; places on other storeys are ignored.
Result<TrueMap> true_map_of(const World& world, std::span<const Vec3> places,
                            const TrueMapSettings& settings = {});

// Positions of the starts of a world.
std::vector<Vec3> places_of_starts(const World& world);

}  // namespace rubble::groundtruth
