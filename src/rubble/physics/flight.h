// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/physics/bullet_types.h"
#include "rubble/physics/targets.h"

namespace rubble::physics {

// Velocity controller of a flying body: approaches the target velocity within the limits of
// acceleration and sets the tilt that belongs to it. Collisions still act on the body.
void fly(btRigidBody& body, const Pose& body_from_mass, const FlightTarget& target);

}  // namespace rubble::physics
