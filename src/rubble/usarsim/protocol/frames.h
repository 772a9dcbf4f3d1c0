// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/geometry/pose.h"
#include "rubble/messages/description.h"

namespace rubble::usarsim {

// Converts between Rubble's axes (x forward, y left, z up) and the protocol's (x forward, y right,
// z down): a rotation by pi about x, its own inverse. Angles are right-handed about the axes of
// their frame. Subtraction from 0.0 keeps zero positive.
inline Vec3 flipped(const Vec3& vector) { return {vector.x(), 0.0 - vector.y(), 0.0 - vector.z()}; }
inline RollPitchYaw flipped(const RollPitchYaw& angles) {
  return {angles.roll, 0.0 - angles.pitch, 0.0 - angles.yaw};
}

// Converts a joint value between Rubble and the protocol (its own inverse). The protocol measures a
// joint about the protocol axis nearest to the joint axis: pan is positive clockwise, tilt positive
// upwards. A joint about +z or +y therefore changes sign, one about -z or -y does not. Applies to
// angles, speeds and efforts. Prismatic joints keep their sign. Not for flippers, which keep the
// sign of the robot's file.
inline double wire_angle(const JointDescription& joint, double angle) {
  if (joint.is_prismatic) return angle;
  const Vec3 axis_wire = flipped(joint.axis_base);
  Eigen::Index dominant = 0;
  axis_wire.cwiseAbs().maxCoeff(&dominant);
  return axis_wire[dominant] < 0.0 ? -angle : angle;
}

}  // namespace rubble::usarsim
