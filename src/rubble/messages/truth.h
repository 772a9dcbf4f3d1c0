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
  // Of its further bodies (wheels, flippers, doors): all but that of the first link, in the order
  // in which links first name them.
  std::vector<Pose> bodies{};
  // Positions of the joints that move without forces (pan-tilts), in the order of its joints.
  std::vector<double> kinematic_joints{};
};

// Where everything that moves truly is at the end of a tick.
struct Truth {
  Tick tick = 0;
  std::vector<TruePose> poses;
};

}  // namespace rubble
