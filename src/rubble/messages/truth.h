// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/base/tick.h"
#include "rubble/geometry/pose.h"

namespace rubble {

struct TruePose {
  std::string name;         // of a robot or of a thing that moves
  std::string robot_class;  // empty: a thing
  Pose world_from_model;
};

// Where everything that moves truly is at the end of a tick.
struct Truth {
  Tick tick = 0;
  std::vector<TruePose> poses;
};

}  // namespace rubble
