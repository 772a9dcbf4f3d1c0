// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/base/tick.h"

namespace rubble {

struct JointStatus {
  double position = 0.0;  // rad or m
  double effort = 0.0;    // N·m or N
};

// State of a robot at the end of a tick, as known to its own controller. Joints are in the order of
// its RobotDescription.
struct RobotStatus {
  Tick tick = 0;
  std::string robot;
  double battery = 0.0;  // s, remaining
  bool light_is_on = false;
  double front_steer = 0.0;  // rad, left positive
  double rear_steer = 0.0;
  std::vector<JointStatus> flippers;
  std::vector<std::vector<JointStatus>> packages;
};

}  // namespace rubble
