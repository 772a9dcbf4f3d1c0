// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/geometry/pose.h"

namespace rubble::usarsim {

// The wire has x forward, y right, z down; all angles right-handed about those axes. The way back
// is the same turn.
inline Vec3 flipped(const Vec3& vector) { return {vector.x(), -vector.y(), -vector.z()}; }
inline RollPitchYaw flipped(const RollPitchYaw& angles) {
  return {angles.roll, -angles.pitch, -angles.yaw};
}

}  // namespace rubble::usarsim
