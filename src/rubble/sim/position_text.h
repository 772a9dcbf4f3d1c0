// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/geometry/pose.h"

namespace rubble::sim {

// A place for the log: in our axes, and as clients of USARSim's protocol write it.
std::string position_text(const Vec3& place);

}  // namespace rubble::sim
