// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/geometry/pose.h"

namespace rubble {

struct StampedPose {
  double stamp = 0.0;  // s, of the clock of the source
  Pose pose;           // world_from_robot
};

}  // namespace rubble
