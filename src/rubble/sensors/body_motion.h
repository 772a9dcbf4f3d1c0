// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/world/state.h"

namespace rubble::sensors {

// Velocity of a point fixed to a body, world frame.
struct PointMotion {
  Vec3 linear = Vec3::Zero();   // m/s
  Vec3 angular = Vec3::Zero();  // rad/s
};

// Velocity of a point (world frame) on a link. Kinematic joints count as fixed in their body.
PointMotion motion_of(const State& state, InstanceId instance, int link, const Vec3& point_world);

// Default margin of SelfOcclusionMask, m.
constexpr double kSelfOcclusionMargin = 0.02;

}  // namespace rubble::sensors
