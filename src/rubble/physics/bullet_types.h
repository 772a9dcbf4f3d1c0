// SPDX-License-Identifier: Apache-2.0
// Conversion between our types and Bullet's. Only for .cpp files of this module.
#pragma once

#include <btBulletDynamicsCommon.h>

#include "rubble/geometry/pose.h"

namespace rubble::physics {

inline btVector3 to_bullet(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

inline btTransform to_bullet(const Pose& pose) {
  const Quat& q = pose.rotation;
  return btTransform(btQuaternion(q.x(), q.y(), q.z(), q.w()), to_bullet(pose.position));
}

inline Vec3 from_bullet(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

inline Pose from_bullet(const btTransform& transform) {
  const btQuaternion q = transform.getRotation();
  return {from_bullet(transform.getOrigin()), Quat(q.w(), q.x(), q.y(), q.z())};
}

}  // namespace rubble::physics
