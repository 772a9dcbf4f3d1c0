// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rubble/slam/2d/free_space.h"
#include "rubble/slam/2d/oriented_scan.h"

namespace rubble::slam {

// Surface element: the mean of the points observed in one cell.
struct Surfel {
  Vec2f mean = Vec2f::Zero();
  Vec2f normal = Vec2f::Zero();  // zero: unknown
  float weight = 0.0F;           // number of points, saturates at 40
};

// Likelihood field of walls (Thrun, Burgard and Fox 2005, section 6.4) with one surfel per occupied
// cell: for every cell the nearest surfel within 5 cells and a Gaussian likelihood (sigma 0.08 m)
// of the distance to it. The nearest neighbour of a point is one look-up, which a kd-tree would
// search. Scans are matched against the map. Coordinates are m, in the frame of the map.
class SurfelMap {
 public:
  static constexpr double kCell = 0.05;      // m
  static constexpr int kInfluenceCells = 5;  // cells, radius of the field around a surfel

  SurfelMap() = default;
  // Rebuilds a finished map from its surfels and free space.
  SurfelMap(std::span<const Surfel> surfels, FreeSpace free);

  void add(std::span<const OrientedPoint> points, const Pose2& map_from_points);
  // Marks the beams from the origin (frame of the points) to the points as free space.
  void mark_free(std::span<const OrientedPoint> points, const Vec2f& origin,
                 const Pose2& map_from_points);

  const std::vector<Surfel>& surfels() const { return surfels_; }
  const FreeSpace& free_space() const { return free_; }
  bool is_empty() const { return surfels_.empty(); }

  // The surfel nearest to the cell of a point; nullptr if none is within kInfluenceCells.
  const Surfel* nearest(const Vec2f& place) const {
    const int column = column_of(place.x()), row = row_of(place.y());
    if (!contains(column, row)) return nullptr;
    const std::int32_t index = nearest_[index_of(column, row)];
    return index < 0 ? nullptr : &surfels_[static_cast<std::size_t>(index)];
  }

  // The likelihood grid, row-major from below: 0 no wall near, 255 wall.
  int width() const { return width_; }
  int height() const { return height_; }
  const std::vector<std::uint8_t>& likelihoods() const { return likelihoods_; }
  int column_of(float x) const { return static_cast<int>(std::floor((x - left_) * kPerMetre)); }
  int row_of(float y) const { return static_cast<int>(std::floor((y - bottom_) * kPerMetre)); }
  bool contains(int column, int row) const {
    return column >= 0 && row >= 0 && column < width_ && row < height_;
  }

 private:
  static constexpr float kPerMetre = static_cast<float>(1.0 / kCell);

  std::size_t index_of(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(column);
  }
  void cover(const Vec2f& low, const Vec2f& high);
  void add_point(const Vec2f& point, const Vec2f& normal);
  void update_field(std::int32_t surfel);

  float left_ = 0.0F;
  float bottom_ = 0.0F;
  int width_ = 0;
  int height_ = 0;
  std::vector<Surfel> surfels_;
  std::vector<std::int32_t> own_;      // index of the surfel in this cell, or -1
  std::vector<std::int32_t> nearest_;  // index of the nearest surfel, or -1
  std::vector<float> distances_;       // m^2, to the mean of that surfel when it was entered
  std::vector<std::uint8_t> likelihoods_;
  FreeSpace free_;
};

}  // namespace rubble::slam
