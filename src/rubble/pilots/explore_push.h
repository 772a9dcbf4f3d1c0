// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "rubble/pilots/explore_route.h"
#include "rubble/pilots/explore_scan.h"

namespace rubble::pilots {

// A flat thing with ground behind it that cannot be reached otherwise: it may be a door.
struct DoorCandidate {
  Vec2 from = Vec2::Zero();  // where to take a run
  double yaw = 0.0;          // which way to push
  double distance = 0.0;     // m from there to the leaf
  int priority = 0;          // 0 to 2

  Vec2 leaf() const { return from + distance * Vec2(std::cos(yaw), std::sin(yaw)); }
};

// The most hopeful place to push that was not tried before, of equal ones the nearest: where free
// ground was seen through a gap; then where a corridor ends for no reason; then any other. `nose`
// is how far the robot's front is from its middle.
std::optional<DoorCandidate> best_door_candidate(const Grid& grid, const ShortestPaths& paths,
                                                 double nose, std::span<const Vec2> tried);

// By what angle the thing right before a robot is turned out of the square to its heading, rad;
// nothing if too little is seen of it.
std::optional<double> slant_ahead(const PlanarScan& scan, double nose);

}  // namespace rubble::pilots
