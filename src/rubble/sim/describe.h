// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/messages/arena.h"
#include "rubble/messages/description.h"
#include "rubble/messages/status.h"
#include "rubble/messages/truth.h"
#include "rubble/sim/simulation.h"

namespace rubble::sim {

// Messages for clients, derived from a running simulation.
Arena arena_of(const World& world);
RobotDescription describe(const Simulation& simulation, RobotId robot);
RobotStatus status_of(const Simulation& simulation, RobotId robot);
// Poses of all robots and other movable instances, in the order of their ids.
Truth truth_of(const State& state);
inline Truth truth_of(const Simulation& simulation) { return truth_of(simulation.state()); }
// Sets the poses of the bodies and kinematic joints of the instance of that name from a recorded
// ground truth. No effect if it is not present. A truth without body poses (older recordings) moves
// the robot as one rigid piece.
void apply_ground_truth(const TruePose& truth, State& state);
// The same for all poses, and sets the tick.
void apply_ground_truth(const Truth& truth, State& state);

}  // namespace rubble::sim
