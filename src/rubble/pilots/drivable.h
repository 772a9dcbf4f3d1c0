// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/physics/physics.h"
#include "rubble/pilots/explore/grid.h"

namespace rubble::pilots {

// The area to examine, in the world frame.
struct DrivableArea {
  Vec2 low = Vec2::Zero();
  Vec2 high = Vec2::Zero();
  double top = 1.5;     // m, start of the downward rays: above the walls, below the ceiling
  double floor = -0.5;  // m, end of the downward rays
};

// Occupancy grid from ground truth, by rays cast downwards. A cell is free where the floor is not
// higher than ramps and has no steps. The instance `not_counted`, the robot itself, is ignored.
Grid drivable_grid(const physics::Physics& physics, const DrivableArea& area,
                   InstanceId not_counted);

}  // namespace rubble::pilots
