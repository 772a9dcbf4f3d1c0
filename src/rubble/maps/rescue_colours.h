// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "rubble/maps/occupancy_map.h"

namespace rubble::maps {

// The colour code of the RoboCup Rescue leagues for GeoTIFF maps.
using Colour = std::array<std::uint8_t, 3>;

// Pixels of a map, row 0 on top, three bytes each.
std::vector<std::uint8_t> rescue_picture(const OccupancyMap& map,
                                         std::span<const Pose2> robot_path);

// What a pixel of such a map says: 0 free, 100 occupied, or unknown.
std::uint8_t cell_of_colour(const Colour& colour);

}  // namespace rubble::maps
