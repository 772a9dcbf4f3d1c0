// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "rubble/geometry/pose2.h"
#include "rubble/mapping/occupancy_map.h"

namespace rubble::evaluation {

enum class CellState { Free, Wall, Unknown };

// Grey between sure and sure counts as unknown.
CellState state_of(std::uint8_t cell);

// Middles of all wall cells, in the frame of the map's own coordinates.
std::vector<Vec2> wall_points(const mapping::OccupancyMap& map);

// How far it is to the nearest wall of a map, everywhere on it.
class DistanceField {
 public:
  explicit DistanceField(const mapping::OccupancyMap& map);

  // m; outside the map so much farther as it is to its edge. A point of the map's coordinates.
  double distance(const Vec2& point) const;

  int width() const { return width_; }
  int height() const { return height_; }
  double resolution() const { return resolution_; }
  // Of a cell's middle, m.
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
