// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/geometry/pose.h"

namespace rubble::mapping {

// Angles for a text: those with the fewest digits from which quat_from makes the same rotation
// again, bit by bit, if there are such. What was read as 0.24198 is written as that.
RollPitchYaw round_trip_angles(const Quat& rotation);

}  // namespace rubble::mapping
