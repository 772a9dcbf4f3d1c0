// SPDX-License-Identifier: Apache-2.0
// What a snapshot keeps of Bullet. Only for the .cpp files of this module.
#pragma once

#include <functional>
#include <tuple>

#include "rubble/base/archive.h"
#include "rubble/physics/dispatcher.h"
#include "rubble/world/state.h"

namespace rubble {

inline void serialize(Archive& archive, btVector3& v) { archive(v[0], v[1], v[2]); }
inline void serialize(Archive& archive, btTransform& transform) {
  // The matrix, not the quaternion: the one does not give the bits of the other.
  for (int row = 0; row < 3; ++row) archive(transform.getBasis()[row]);
  archive(transform.getOrigin());
}

namespace physics {

// Pose, velocities and pending forces; not whether it sleeps.
void serialize_motion(Archive& archive, btRigidBody& body);
// Whether it sleeps, and how long it has rested.
void serialize_activation(Archive& archive, btRigidBody& body);

// An object by the body it belongs to and its number there, the same in an engine built anew.
using ObjectKey = std::pair<BodyId, int>;

// The contact points that bodies share, with the impulses the solver starts from. Reading wants
// manifolds to be there already: one collision pass over all bodies, none asleep, makes them.
void serialize_contacts(Archive& archive, Dispatcher& dispatcher,
                        const std::function<ObjectKey(const btCollisionObject&)>& key_of);

}  // namespace physics
}  // namespace rubble
