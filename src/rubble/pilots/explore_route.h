// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rubble/pilots/explore_grid.h"

namespace rubble::pilots {

// Something that was felt and not seen.
struct Obstacle {
  Vec2 place = Vec2::Zero();
  double radius = 0.1;  // m
};

struct ClearanceSettings {
  double body = 0.30;     // m: nothing may be nearer to the robot's middle
  double comfort = 0.55;  // m: nearer than this costs more and more
};

// The ways from one place to everywhere, through cells known to be free.
class ShortestPaths {
 public:
  ShortestPaths(const Grid& grid, std::span<const Obstacle> obstacles, const Vec2& from,
                const ClearanceSettings& settings);

  const GridBox& box() const { return box_; }
  // Metres, longer where it is narrow; nothing if there is no way.
  std::optional<double> cost_to(GridCell cell) const;
  // To the nearest thing in the way, metres, up to a metre.
  double clearance(GridCell cell) const { return clearance_[index_of(cell)]; }
  // From the start to that cell, one point a cell.
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
  std::vector<std::uint8_t> weight_;  // what a step into a cell costs; 0 = cannot be entered
  std::vector<std::int32_t> cost_;
  std::vector<std::int8_t> came_from_;  // which of the eight neighbours
};

// Where the robot has been, or so near that the place need not be visited.
class Coverage {
 public:
  explicit Coverage(const Grid& grid) : marks_(grid_cells(grid), Mark::None) {}

  // Covers what can be reached from there over at most that distance.
  void visit(const Grid& grid, const Vec2& place, double reach);
  // What is in a disc counts as covered until it is tried again.
  void give_up(const Grid& grid, const Vec2& place, double radius);
  void try_again();
  bool is_covered(const Grid& grid, GridCell cell) const {
    return marks_[grid.index_of(cell)] != Mark::None;
  }

 private:
  enum class Mark : std::uint8_t { None, Visited, GivenUp };

  static std::size_t grid_cells(const Grid& grid) {
    return static_cast<std::size_t>(grid.width()) * static_cast<std::size_t>(grid.width());
  }
  std::vector<Mark> marks_;
};

// The place not yet covered that is nearest for a robot with this heading; turning counts.
std::optional<GridCell> nearest_uncovered(const Grid& grid, const Coverage& coverage,
                                          const ShortestPaths& paths, const Vec2& from, double yaw);

}  // namespace rubble::pilots
