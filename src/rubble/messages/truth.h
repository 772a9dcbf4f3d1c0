// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/base/tick.h"
#include "rubble/geometry/pose.h"

namespace rubble {

struct TruePose {
  std::string name;         // of a robot or of a movable object
  std::string robot_class;  // empty: not a robot
  Pose world_from_model;
  // Poses (world frame) of all rigid bodies except that of the first link: wheels, flippers, doors.
  // They are in the order in which links first refer to them.
  std::vector<Pose> bodies{};
  // Positions (rad or m) of the kinematic joints, such as pan-tilts, in the order of the joints.
  std::vector<double> kinematic_joints{};
};

// Ground-truth poses of everything that can move, at the end of a tick.
struct Truth {
  Tick tick = 0;
  std::vector<TruePose> poses;
};

}  // namespace rubble
