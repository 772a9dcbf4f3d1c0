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

// A victim as camera and sensors see it: a rescue dummy three quarters of a person in size. Who is
// awake sits with the back to -x and the legs to +x, a wall 0.25 m behind; others lie along y.
std::vector<BodyPart> body_of(const Victim& victim);

}  // namespace rubble
