// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "rubble/pilots/explore_route.h"
#include "rubble/pilots/explore_scan.h"

namespace rubble::pilots {

// A corridor that ends for no reason: what closes it may be a door.
struct DoorGuess {
  Vec2 from = Vec2::Zero();  // where to take a run
  double yaw = 0.0;          // which way to push
  double distance = 0.0;     // m from there to the leaf

  Vec2 leaf() const { return from + distance * Vec2(std::cos(yaw), std::sin(yaw)); }
};

// The nearest flat end between two side walls with nothing known behind it, of those not tried
// before. `nose` is how far the robot's front is from its middle.
std::optional<DoorGuess> nearest_door_guess(const Grid& grid, const Routes& routes, double nose,
                                            std::span<const Vec2> tried);

// By what angle the thing right before a robot is turned out of the square to its heading, rad;
// nothing if too little is seen of it.
std::optional<double> slant_ahead(const LevelScan& scan, double nose);

}  // namespace rubble::pilots
