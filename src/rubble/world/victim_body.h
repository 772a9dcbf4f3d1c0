// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/world/scenario_elements.h"
#include "rubble/world/shape.h"

namespace rubble {

struct BodyPart {
  std::string name;  // head, chest, arm, hand, pelvis, leg or foot
  Pose victim_from_part;
  Geometry geometry;
  Appearance appearance;
};

// Shapes of a victim for cameras and sensors: a rescue dummy at three quarters of human size.
// Conscious and semiconscious victims sit, facing +x, with room for a wall 0.25 m behind them; the
// others lie along y.
std::vector<BodyPart> body_of(const Victim& victim);

}  // namespace rubble
