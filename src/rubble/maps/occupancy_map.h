// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/pose2.h"

namespace rubble::maps {

constexpr std::uint8_t kUnknownCell = 255;

// Occupancy grid (nav_msgs/OccupancyGrid). Cell (0, 0) is the lower left one; its corner is at the
// origin.
struct OccupancyMap {
  double resolution = 0.05;  // m
  Pose2 origin;              // map_from_grid: lower left corner, with the yaw of the grid
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> cells;  // row-major from below: 0 free .. 100 occupied, or kUnknownCell

  std::uint8_t at(int column, int row) const {
    return cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                 static_cast<std::size_t>(column)];
  }
};

// Format by file name: .pgm or .png with a .yaml (map_server trinary: cells between the thresholds
// become unknown), or .tif: a GeoTIFF in the colours of the RoboCup Rescue leagues, with the
// robot's path.
Result<void> check_map_name(const std::string& path);
// The endings that check_map_name accepts.
std::vector<std::string> map_file_endings();
Result<void> write_map(const std::string& path, const OccupancyMap& map,
                       std::span<const Pose2> robot_path = {});
// The files that write_map makes of this name: a picture with its .yaml, or a .tif alone; none for
// a name it refuses.
std::vector<std::string> files_of_map(const std::string& path);
// A .yaml with its picture, the picture with its .yaml beside it, or a .tif.
Result<OccupancyMap> read_map(const std::string& path);

}  // namespace rubble::maps
