// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/physics/bullet_types.h"
#include "rubble/physics/targets.h"

namespace rubble::physics {

// Gives a flying body the velocity it asks for, as fast as its acceleration allows, and the tilt
// that goes with it. Collisions still push it.
void fly(btRigidBody& body, const Pose& body_from_mass, const FlightTarget& target);

}  // namespace rubble::physics
