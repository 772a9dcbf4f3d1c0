// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "rubble/physics/bodies.h"
#include "rubble/physics/bullet_types.h"
#include "rubble/physics/collision_probe.h"
#include "rubble/physics/physics.h"

namespace rubble::physics {

struct ProbeObject {
  btCollisionObject* object;
  Pose model_from_object;
};

struct CollisionProbe::Shapes {
  std::vector<RunningBody> bodies;
  std::vector<ProbeObject> objects;  // of the bodies
};

// The instances that overlap a box.
std::vector<InstanceId> instances_at(btCollisionWorld& world, const Vec3& size,
                                     const Pose& world_from_box);

// Overlaps of the probe's objects deeper than `deeper_than` (m), ignoring one instance.
std::vector<Overlap> overlaps_of(btCollisionWorld& world, std::span<const ProbeObject> objects,
                                 const Pose& world_from_model, double deeper_than,
                                 InstanceId not_counted);

// Thread-safe while nothing moves.
std::optional<RayHit> nearest_hit(const btDbvtBroadphase& broadphase, const Vec3& from,
                                  const Vec3& to, InstanceId not_counted);

}  // namespace rubble::physics
