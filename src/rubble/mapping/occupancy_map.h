// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/pose2.h"
#include "rubble/mapping/planar_scan.h"

namespace rubble::mapping {

constexpr std::uint8_t kUnknownCell = 255;

// Cells of a plan. Cell (0, 0) is the lower left one; its corner stands at the origin.
struct OccupancyMap {
  double resolution = 0.05;  // m
  Pose2 origin;              // of the lower left corner; yaw turns the whole map
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> cells;  // row by row from below: 0 free .. 100 occupied, or unknown

  std::uint8_t at(int column, int row) const {
    return cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                 static_cast<std::size_t>(column)];
  }
};

struct MapSettings {
  double resolution = 0.05;  // m
  std::size_t max_cells = 100'000'000;
  // Beams that met nothing also go through glass and are lost on dark walls: believing them draws
  // free space outside of buildings.
  bool marks_misses_free = false;
};

// What scans from these poses saw together.
Result<OccupancyMap> draw_map(std::span<const PlanarScan> scans, std::span<const Pose2> poses,
                              const MapSettings& drawing = {});

// By the name's end: .pgm or .png with a .yaml beside it (trinary: what is neither clearly free nor
// clearly occupied becomes unknown), or .tif: a GeoTIFF in the colours of the RoboCup Rescue
// leagues, with the robot's path.
Result<void> check_map_name(const std::string& path);
Result<void> write_map(const std::string& path, const OccupancyMap& map,
                       std::span<const Pose2> robot_path = {});
// A .yaml with its picture, the picture with its .yaml beside it, or a .tif.
Result<OccupancyMap> read_map(const std::string& path);

}  // namespace rubble::mapping
