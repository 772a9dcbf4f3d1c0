// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/world/model.h"

namespace rubble::robots {

// Dimensions of a robot as reported to clients. They are measured from the model, so that they
// agree with what is simulated.
struct Measures {
  double mass = 0.0;                   // kg, of all links
  Vec3 size = Vec3::Zero();            // m, bounding box of all collisions
  Bounds bounds;                       // the same, in the model frame
  Vec3 center_of_mass = Vec3::Zero();  // in the model frame
  double wheel_radius = 0.0;           // m, of a driven wheel or sprocket
  double separation = 0.0;             // m, between the centres of left and right contact patches
  double base = 0.0;                   // m, wheel base, or flat length of the belts
};

Measures measure(const Model& model);

}  // namespace rubble::robots
