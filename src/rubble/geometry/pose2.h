// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "rubble/geometry/pose.h"

namespace rubble {

// Rigid transform in the plane. Naming and composition are those of Pose.
struct Pose2 {
  double x = 0.0;
  double y = 0.0;
  double theta = 0.0;  // rad; products wrap it to (-pi, pi]

  Vec2 position() const { return {x, y}; }
  void serialize(auto& archive) { archive(x, y, theta); }
  Vec2 operator*(const Vec2& point) const {
    const double c = std::cos(theta), s = std::sin(theta);
    return {x + c * point.x() - s * point.y(), y + s * point.x() + c * point.y()};
  }
  Pose2 operator*(const Pose2& inner) const {
    const Vec2 moved = *this * inner.position();
    return {moved.x(), moved.y(), wrap_angle(theta + inner.theta)};
  }
  Pose2 inverse() const {
    const double c = std::cos(theta), s = std::sin(theta);
    return {-c * x - s * y, s * x - c * y, wrap_angle(-theta)};
  }
  bool operator==(const Pose2&) const = default;
};

inline Pose2 planar(const Pose& pose) {
  return {pose.position.x(), pose.position.y(), yaw_of(pose.rotation)};
}
inline Pose spatial(const Pose2& pose) {
  return make_pose(pose.x, pose.y, 0.0, 0.0, 0.0, pose.theta);
}

}  // namespace rubble
