// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/world/state.h"

namespace rubble::sensors {

// How a point moves that is fixed to a body, in the world frame.
struct PointMotion {
  Vec3 linear = Vec3::Zero();   // m/s
  Vec3 angular = Vec3::Zero();  // rad/s
};

// Joints that are moved without forces are taken as standing still in their body.
PointMotion motion_of(const State& state, InstanceId instance, int link, const Vec3& point_world);

// An eye does not see what it sits in: surfaces of its own robot whose box is this near, m.
constexpr double kSelfOcclusionMargin = 0.02;

}  // namespace rubble::sensors
