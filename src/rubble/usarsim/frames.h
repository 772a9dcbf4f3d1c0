// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/geometry/pose.h"
#include "rubble/messages/description.h"

namespace rubble::usarsim {

// The wire has x forward, y right, z down; all angles right-handed about those axes. The way back
// is the same turn. Nought stays without a sign.
inline Vec3 flipped(const Vec3& vector) { return {vector.x(), 0.0 - vector.y(), 0.0 - vector.z()}; }
inline RollPitchYaw flipped(const RollPitchYaw& angles) {
  return {angles.roll, 0.0 - angles.pitch, 0.0 - angles.yaw};
}

// A joint's angle on the wire counts about the wire's axis that lies nearest to its own: pan is
// positive clockwise, tilt positive upwards. So a joint about our z or y changes its sign, one
// whose file has the axis the other way round does not. Speeds and efforts turn alike; what slides
// stays. Flippers keep the sign of their file: never ask for them. The way back is the same.
inline double wire_angle(const JointDescription& joint, double angle) {
  if (joint.is_prismatic) return angle;
  const Vec3 axis_wire = flipped(joint.axis_base);
  Eigen::Index dominant = 0;
  axis_wire.cwiseAbs().maxCoeff(&dominant);
  return axis_wire[dominant] < 0.0 ? -angle : angle;
}

}  // namespace rubble::usarsim
