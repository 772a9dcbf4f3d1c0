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
Truth truth_of(const State& state);
inline Truth truth_of(const Simulation& simulation) { return truth_of(simulation.state()); }
// Puts the bodies and moved links of the instance of that name where the truth says; one that is
// not present stays away. A truth without bodies (of an older recording) keeps the robot stiff.
void apply_ground_truth(const TruePose& truth, State& state);
// All of them, and the tick.
void apply_ground_truth(const Truth& truth, State& state);

}  // namespace rubble::sim
