// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "rubble/physics/bullet_types.h"
#include "rubble/physics/physics.h"

namespace rubble::physics {

// The instances that a box would touch.
std::vector<InstanceId> instances_at(btCollisionWorld& world, const Vec3& size,
                                     const Pose& world_from_box);

// Safe from several threads while nothing moves.
std::optional<RayHit> nearest_hit(const btDbvtBroadphase& broadphase, const Vec3& from,
                                  const Vec3& to, InstanceId not_counted);

}  // namespace rubble::physics
