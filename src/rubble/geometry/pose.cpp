// SPDX-License-Identifier: Apache-2.0
#include "rubble/geometry/pose.h"

#include <algorithm>
#include <cmath>

namespace rubble {

Quat quat_from(const RollPitchYaw& angles) {
  const double cr = std::cos(angles.roll / 2), sr = std::sin(angles.roll / 2);
  const double cp = std::cos(angles.pitch / 2), sp = std::sin(angles.pitch / 2);
  const double cy = std::cos(angles.yaw / 2), sy = std::sin(angles.yaw / 2);
  return {cr * cp * cy + sr * sp * sy, sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy,
          cr * cp * sy - sr * sp * cy};
}

RollPitchYaw roll_pitch_yaw_of(const Quat& q) {
  const double sine = std::clamp(2.0 * (q.w() * q.y() - q.z() * q.x()), -1.0, 1.0);
  return {std::atan2(2.0 * (q.w() * q.x() + q.y() * q.z()),
                     1.0 - 2.0 * (q.x() * q.x() + q.y() * q.y())),
          std::asin(sine), yaw_of(q)};
}

Pose make_pose(double x, double y, double z, double roll, double pitch, double yaw) {
  return {Vec3(x, y, z), quat_from({roll, pitch, yaw})};
}

double yaw_of(const Quat& q) {
  return std::atan2(2.0 * (q.w() * q.z() + q.x() * q.y()),
                    1.0 - 2.0 * (q.y() * q.y() + q.z() * q.z()));
}

bool is_finite(const Pose& pose) {
  return pose.position.allFinite() && pose.rotation.coeffs().allFinite();
}

double wrap_angle(double angle) {
  const double wrapped = std::remainder(angle, 2.0 * kPi);
  return wrapped <= -kPi ? wrapped + 2.0 * kPi : wrapped;
}

}  // namespace rubble
