// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "rubble/challenge/place.h"
#include "rubble/sim/simulation.h"

namespace rubble::challenge {

// Cells that a robot covers during a drive, by ground truth: visited by its centre, or seen, when
// the centre of the cell (or an object there) was visible within 2 m.
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

}  // namespace rubble::challenge
