// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "rubble/physics/physics.h"
#include "rubble/scenario/run_result.h"
#include "rubble/world/state.h"
#include "rubble/world/world.h"

namespace rubble::scenario {

// Adds up what the robots of a run do: path length, contacts, visited cells. A plain value.
class RobotMeter {
 public:
  RobotMeter(const World& world, const State& state);

  // Begins to measure robots that were added since.
  void add_new_robots(const State& state);
  // Takes the poses of all robots; path lengths are sums over these calls.
  void sample(const State& state);
  // Counts contacts that begin and whose normal is closer to level than to upright.
  void count_bump(const physics::Contact& contact, const State& state);

  // 0 = the world has no cells.
  int cells_in_all() const { return grid_ ? grid_->columns * grid_->rows : 0; }
  const std::vector<RobotResult>& robots() const { return robots_; }
  const std::vector<report::Trail>& trails() const { return trails_; }

 private:
  int cell_at(const Vec3& position) const;

  std::optional<GeneratorNote> grid_;
  std::vector<std::set<int>> visited_;
  std::vector<RobotResult> robots_;
  std::vector<report::Trail> trails_;
};

}  // namespace rubble::scenario
