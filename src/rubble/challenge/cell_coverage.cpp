// SPDX-License-Identifier: Apache-2.0
#include "rubble/challenge/cell_coverage.h"

#include <algorithm>

namespace rubble::challenge {
namespace {

constexpr double kLookHeight = 0.33;  // m above the floor: that of the level laser
constexpr double kLookReach = 2.0;    // m
constexpr double kThingReach = 0.35;  // m: so far before the middle may something stand

bool is_in_view(const physics::Physics& physics, const Vec2& from, const Vec2& to,
                InstanceId robot) {
  const double distance = (to - from).norm();
  if (distance > kLookReach) return false;
  const auto hit =
      physics.first_hit({from.x(), from.y(), kLookHeight}, {to.x(), to.y(), kLookHeight}, robot);
  return !hit || hit->distance > distance - kThingReach;
}

}  // namespace

CellCoverage::CellCoverage(std::span<const PlaceCell> cells) {
  for (const PlaceCell& cell : cells) cells_.push_back({cell});
}

void CellCoverage::look(const sim::Simulation& simulation, InstanceId robot) {
  const Vec2 here = simulation.state().world_from_model(robot).position.head<2>();
  for (Covered& covered : cells_) {
    covered.is_visited = covered.is_visited || covered.cell.contains(here);
    covered.is_seen = covered.is_seen || covered.is_visited ||
                      is_in_view(simulation.physics(), here, covered.cell.middle(), robot);
  }
}

int CellCoverage::visited() const {
  return static_cast<int>(std::count_if(cells_.begin(), cells_.end(),
                                        [](const Covered& cell) { return cell.is_visited; }));
}

int CellCoverage::seen() const {
  return static_cast<int>(std::count_if(cells_.begin(), cells_.end(),
                                        [](const Covered& cell) { return cell.is_seen; }));
}

}  // namespace rubble::challenge
