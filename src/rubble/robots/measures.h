// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/world/model.h"

namespace rubble::robots {

// Sizes of a robot as clients ask for them, measured from its model so that they cannot disagree
// with what is simulated.
struct Measures {
  double mass = 0.0;                   // kg, everything
  Vec3 size = Vec3::Zero();            // m, box around all collisions
  Bounds bounds;                       // the same, in the model frame
  Vec3 center_of_mass = Vec3::Zero();  // in the model frame
  double wheel_radius = 0.0;           // m, or of the sprocket
  double separation = 0.0;             // m, between the middles of left and right contact patches
  double base = 0.0;                   // m, first to last axle, or flat length of the belts
};

Measures measure(const Model& model);

}  // namespace rubble::robots
