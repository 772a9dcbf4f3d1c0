// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/geometry/pose.h"

namespace rubble::trajectory {

// Angles that round-trip through text: those with the fewest digits for which quat_from() gives the
// same bits, if they exist. An angle read as 0.24198 is written as 0.24198.
RollPitchYaw round_trip_angles(const Quat& rotation);

}  // namespace rubble::trajectory
