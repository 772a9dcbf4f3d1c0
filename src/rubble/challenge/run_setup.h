// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/messages/command.h"
#include "rubble/sim/simulation.h"

namespace rubble::challenge {

// Loads a world with Rubble's own resources; an error if one of its sensors has invalid settings.
Result<World> load_checked_world(const std::string& path);

// Puts a robot, a class or a file, at the first start and switches on these of its sensors. Returns
// the command that was executed: in the first tick of a new simulation of the same world and seed
// it gives the same run.
Result<Command> enter_robot(sim::Simulation& simulation, const std::string& robot,
                            const std::vector<std::string>& sensors);

}  // namespace rubble::challenge
