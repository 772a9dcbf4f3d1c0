// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "rubble/base/result.h"
#include "rubble/mapping/occupancy_map.h"
#include "rubble/world/world.h"

namespace rubble::evaluation {

struct TrueMapSettings {
  double height = 0.3;       // m above the floor: that of a laser
  double resolution = 0.05;  // m
  std::size_t max_cells = 50'000'000;
};

struct TrueMap {
  mapping::OccupancyMap map;  // in the world's own coordinates
  double level = 0.0;         // m, z at which the world was cut
  double free_area = 0.0;     // m^2
};

// What a perfect map of a world would show: occupied where a level cut meets something that can be
// seen from free space; free where there is floor below and a way from one of the places; unknown
// inside of walls, behind them and outside. The floor is what the first place stands on; places on
// other storeys do not count.
Result<TrueMap> true_map_of(const World& world, std::span<const Vec3> places,
                            const TrueMapSettings& settings = {});

// The starts of a world as places.
std::vector<Vec3> places_of_starts(const World& world);

}  // namespace rubble::evaluation
