// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "rubble/geometry/pose2.h"
#include "rubble/maps/occupancy_map.h"

namespace rubble::evaluation {

enum class CellState { Free, Wall, Unknown };

// Occupancy between the thresholds (25 and 65) counts as unknown.
CellState state_of(std::uint8_t cell);

// Centres of all wall cells, m, in map coordinates.
std::vector<Vec2> wall_points(const maps::OccupancyMap& map);

// Distance transform of a map: distance to the nearest wall for every cell.
class DistanceField {
 public:
  explicit DistanceField(const maps::OccupancyMap& map);

  // Distance to the nearest wall, m; point in map coordinates. Outside the map: value at the border
  // plus distance to it.
  double distance(const Vec2& point) const;

  int width() const { return width_; }
  int height() const { return height_; }
  double resolution() const { return resolution_; }
  // At the centre of a cell, m.
  float at(int column, int row) const {
    return distances_[static_cast<std::size_t>(row) * static_cast<std::size_t>(width_) +
                      static_cast<std::size_t>(column)];
  }

 private:
  int width_;
  int height_;
  double resolution_;
  Pose2 grid_from_map_;
  std::vector<float> distances_;
};

}  // namespace rubble::evaluation
