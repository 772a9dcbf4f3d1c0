// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rubble/pilots/explore/grid.h"

namespace rubble::pilots {

// An obstacle that the laser does not see. Map frame.
struct Obstacle {
  Vec2 place = Vec2::Zero();
  double radius = 0.1;  // m
  void serialize(auto& archive) { archive(place, radius); }
};

struct ClearanceSettings {
  double body = 0.30;     // m: minimum clearance of the centre of the robot
  double comfort = 0.55;  // m: a smaller clearance increases the cost
};

// Shortest paths from one position to all reachable free cells (Dijkstra 1959 on an 8-connected
// grid, with the bucket queue of Dial 1969). Not A*: the target is chosen by all path lengths.
class ShortestPaths {
 public:
  ShortestPaths(const Grid& grid, std::span<const Obstacle> obstacles, const Vec2& from,
                const ClearanceSettings& settings);

  const GridBox& box() const { return box_; }
  // Path length in m, weighted by clearance; empty if the cell is unreachable.
  std::optional<double> cost_to(GridCell cell) const;
  // Distance (m) to the nearest obstacle, at most 1 m.
  double clearance(GridCell cell) const { return clearance_[index_of(cell)]; }
  // Path from the start to the cell, one point per cell.
  std::vector<Vec2> path_to(GridCell cell) const;

 private:
  static constexpr std::int32_t kNoPath = -1;

  std::size_t index_of(GridCell cell) const {
    return static_cast<std::size_t>(cell.y - box_.low.y) * static_cast<std::size_t>(box_.width()) +
           static_cast<std::size_t>(cell.x - box_.low.x);
  }
  void measure_clearance(std::span<const Obstacle> obstacles);
  void sweep_clearance();
  std::uint8_t weight_of(GridCell cell) const;
  void weigh();
  void spread(GridCell from);

  const Grid& grid_;
  ClearanceSettings settings_;
  Vec2 from_;
  GridBox box_;
  std::vector<float> clearance_;
  std::vector<std::uint8_t> weight_;  // cost of a step into the cell; 0 = blocked
  std::vector<std::int32_t> cost_;
  std::vector<std::int8_t> came_from_;  // index of the predecessor among the eight neighbours
};

// Cells that the robot has covered or given up.
class Coverage {
 public:
  explicit Coverage(const Grid& grid) : marks_(grid_cells(grid), Mark::None) {}

  // Marks the cells that can be reached from a position over at most `reach` m.
  void visit(const Grid& grid, const Vec2& place, double reach);
  // Marks a disc as covered until try_again().
  void give_up(const Grid& grid, const Vec2& place, double radius);
  void try_again();
  bool is_covered(const Grid& grid, GridCell cell) const {
    return marks_[grid.index_of(cell)] != Mark::None;
  }
  void serialize(Archive& archive) {
    const std::size_t cells = marks_.size();
    archive(marks_);
    if (marks_.size() != cells) archive.fail("a map of another size");
    marks_.resize(cells);
  }

 private:
  enum class Mark : std::uint8_t { None, Visited, GivenUp };

  static std::size_t grid_cells(const Grid& grid) {
    return static_cast<std::size_t>(grid.width()) * static_cast<std::size_t>(grid.width());
  }
  std::vector<Mark> marks_;
};

// The uncovered cell with the lowest cost, including the initial rotation from heading `yaw`.
std::optional<GridCell> nearest_uncovered(const Grid& grid, const Coverage& coverage,
                                          const ShortestPaths& paths, const Vec2& from, double yaw);

}  // namespace rubble::pilots
