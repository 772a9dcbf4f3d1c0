// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/messages/arena.h"
#include "rubble/messages/description.h"
#include "rubble/messages/status.h"
#include "rubble/messages/truth.h"
#include "rubble/sim/simulation.h"

namespace rubble::sim {

// What clients may ask: plain messages made from a running simulation.
Arena arena_of(const World& world);
RobotDescription describe(const Simulation& simulation, RobotId robot);
RobotStatus status_of(const Simulation& simulation, RobotId robot);
// Robots and whatever else is not fixed, in the order they came.
Truth truth_of(const Simulation& simulation);

}  // namespace rubble::sim
