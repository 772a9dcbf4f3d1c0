// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "rubble/base/archive.h"
#include "rubble/geometry/pose.h"

namespace rubble::pilots {

struct GridCell {
  int x = 0;
  int y = 0;
  bool operator==(const GridCell&) const = default;
  void serialize(auto& archive) { archive(x, y); }
};

// A rectangle of cells, low and high inclusive.
struct GridBox {
  GridCell low{0, 0};
  GridCell high{-1, -1};

  bool is_empty() const { return low.x > high.x; }
  void serialize(auto& archive) { archive(low, high); }
  int width() const { return high.x - low.x + 1; }
  int height() const { return high.y - low.y + 1; }
  bool contains(GridCell cell) const {
    return cell.x >= low.x && cell.x <= high.x && cell.y >= low.y && cell.y <= high.y;
  }
  void add(GridCell cell);
  GridBox grown(int margin) const {
    return {{low.x - margin, low.y - margin}, {high.x + margin, high.y + margin}};
  }
};

// One beam projected into the plane of the map.
struct PlanarBeam {
  Vec2 end = Vec2::Zero();  // m; free space from the sensor to here
  bool is_wall = false;     // a vertical surface at the end
  void serialize(auto& archive) { archive(end, is_wall); }
};

struct GridSettings {
  double cell_size = 0.05;   // m
  double half_width = 32.0;  // m, half the edge length of the map
};

// Occupancy grid with integer evidence per cell (clamped log odds), and a likelihood field for scan
// matching that is updated incrementally (Thrun, Burgard, Fox: Probabilistic Robotics, 2005).
class Grid {
 public:
  explicit Grid(const Vec2& middle, const GridSettings& settings = {});

  double cell_size() const { return settings_.cell_size; }
  Vec2 origin() const { return origin_; }  // outer corner of cell 0, 0
  int width() const { return width_; }     // cells; the grid is square
  GridCell cell_of(const Vec2& point) const;
  Vec2 center_of(GridCell cell) const;
  bool contains(GridCell cell) const {
    return cell.x >= 0 && cell.x < width_ && cell.y >= 0 && cell.y < width_;
  }

  // Positive: occupied, negative: free, 0: unknown.
  int evidence(GridCell cell) const { return evidence_[index_of(cell)]; }
  bool is_occupied(GridCell cell) const { return evidence(cell) >= kOccupied; }
  bool is_free(GridCell cell) const { return evidence(cell) <= kFree; }
  // Bounding box of all known cells.
  const GridBox& known() const { return known_; }

  // Score of a wall point at a position (m, map frame): 1 in an occupied cell, falling to 0 at 0.2
  // m from it, 0 in unknown space, negative in free space.
  double likelihood(const Vec2& point) const;               // of the cell
  double interpolated_likelihood(const Vec2& point) const;  // bilinear between cell centres

  void add_scan(const Vec2& sensor, std::span<const PlanarBeam> beams);
  // Sets a cell from ground truth.
  void set_cell(GridCell cell, bool is_occupied);
  // Marks a disc (m) as free, since the robot itself occupies it.
  void clear_disc(const Vec2& middle, double radius);

  std::size_t index_of(GridCell cell) const {
    return static_cast<std::size_t>(cell.y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(cell.x);
  }
  // Which cells the present scan has met is not written: between scans nobody asks.
  void serialize(Archive& archive);

 private:
  static constexpr int kOccupied = 12;
  static constexpr int kFree = -6;

  double likelihood(GridCell cell) const;
  void change(GridCell cell, int by);
  void trace(GridCell from, GridCell to);
  void add_wall_proximity(GridCell cell);
  void rebuild_wall_proximity(GridCell cell);

  GridSettings settings_;
  Vec2 origin_;
  int width_;
  GridBox known_;
  std::vector<std::int8_t> evidence_;
  std::vector<std::uint8_t> wall_proximity_;
  std::vector<std::uint32_t> hit_in_scan_;  // index of the last scan with a wall in the cell
  std::vector<std::uint32_t> seen_in_scan_;
  std::uint32_t scan_count_ = 0;
};

}  // namespace rubble::pilots
