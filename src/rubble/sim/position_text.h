// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/geometry/pose.h"

namespace rubble::sim {

// A position for log messages: in our axes, and in those of the USARSim protocol.
std::string position_text(const Vec3& place);

}  // namespace rubble::sim
