// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/messages/command.h"
#include "rubble/scenario/observer.h"
#include "rubble/scenario/robot_request.h"
#include "rubble/sim/simulation.h"

namespace rubble::scenario {

// What all robots of a run get.
struct RobotSetup {
  // "all" or "usual" of a robot's own, one of its own by name, or a preset that is mounted.
  std::vector<std::string> sensors = {};
  std::string pilot = "none";  // as add_pilots takes it; its sensors are switched on too
};

// Adds robots and switches on the sensors of the setup, also those of robots of the world file.
// Returns the commands that were executed: executed in the first tick of a new simulation of the
// same world and seed, they give the same run. Robots that were moved and sensors that a robot does
// not have are reported.
Result<std::vector<Command>> add_robots(sim::Simulation& simulation,
                                        const std::vector<RobotRequest>& robots,
                                        const RobotSetup& setup = {},
                                        const Observer& observer = {});

}  // namespace rubble::scenario
