// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/physics/physics.h"
#include "rubble/pilots/explore_grid.h"

namespace rubble::pilots {

// Where to look, seen from above.
struct DrivableArea {
  Vec2 low = Vec2::Zero();
  Vec2 high = Vec2::Zero();
  double top = 1.5;     // m, from where one looks down: over walls, under the ceiling
  double floor = -0.5;  // m, where one gives up
};

// What a person sees who looks down on a place: free is where the floor is no higher than ramps
// and has no steps. One instance, the robot that drives, is not counted.
Grid drivable_grid(const physics::Physics& physics, const DrivableArea& area,
                   InstanceId not_counted);

}  // namespace rubble::pilots
