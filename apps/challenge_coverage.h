// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "apps/challenge_place.h"
#include "rubble/sim/simulation.h"

namespace rubble::apps {

// Which cells of a place a robot truly covers while it is driven: those its middle was in, and
// those it has looked into, their middle (or what stands there) in plain view within two metres.
class CellCoverage {
 public:
  explicit CellCoverage(std::span<const PlaceCell> cells);
  void look(const sim::Simulation& simulation, InstanceId robot);

  int in_all() const { return static_cast<int>(cells_.size()); }
  int visited() const;
  int seen() const;  // visited or looked into

 private:
  struct Covered {
    PlaceCell cell;
    bool is_visited = false;
    bool is_seen = false;
  };
  std::vector<Covered> cells_;
};

}  // namespace rubble::apps
