// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/geometry/pose.h"

namespace rubble {

struct NamedPose {
  std::string name;
  Pose pose;
};

// Facts about the world that a client may query before it has a robot.
struct Arena {
  std::string level;
  int time_limit = 0;  // minutes; 0 = none
  std::vector<NamedPose> starts;
};

}  // namespace rubble
