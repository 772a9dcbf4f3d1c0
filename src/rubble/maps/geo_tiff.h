// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "rubble/maps/occupancy_map.h"

namespace rubble::maps {

// A map as the RoboCup Rescue leagues want it: in their colours, with the robot's path, its scale
// and place in GeoTIFF tags (local coordinates, metres).
Result<void> write_geo_tiff(const std::string& path, const OccupancyMap& map,
                            std::span<const Pose2> robot_path);
// Such a map of any team; the scale may also stand in a world file (.tfw) beside it. Grey pictures
// are read as maps in trinary mode.
Result<OccupancyMap> read_geo_tiff(const std::string& path);

}  // namespace rubble::maps
