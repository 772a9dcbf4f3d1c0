// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/world/model.h"

namespace rubble::generators {

struct DoorSettings {
  double width = 0.90;              // m, from the hinge to the handle's side
  double height = 2.00;             // m
  double thickness = 0.04;          // m
  double clearance = 0.02;          // m, between leaf and floor
  double mass = 18.0;               // kg
  double swing = 1.6;               // rad, to either side
  double friction = 0.5;            // N·m in the hinge
  double damping = 1.0;             // N·m·s/rad
  double break_torque = kInfinity;  // N·m at the hinge
  std::string preset = "wood";
};

// A leaf that swings about the z axis of the hinge's pose and, closed, lies along its x axis. It
// hangs on the world: the frame belongs to the walls.
Model hinged_door(const std::string& name, const Pose& hinge, const DoorSettings& settings);

}  // namespace rubble::generators
