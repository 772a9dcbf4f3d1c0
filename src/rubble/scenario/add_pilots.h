// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/base/result.h"
#include "rubble/pilots/explore/explore.h"
#include "rubble/sim/simulation.h"

namespace rubble::scenario {

// Gives a robot an explorer and switches on the sensors it requires. The simulation owns the pilot:
// the pointer is valid as long as the simulation.
Result<const pilots::Explore*> add_explorer(sim::Simulation& simulation, RobotId robot);

// Gives every robot a pilot: "none", "wander", "explore", or all of them the commands of a file
// (read_command_file). Commands for robots of the beginning are checked here; an error names the
// file or the closest pilot.
Result<void> add_pilots(sim::Simulation& simulation, const std::string& pilot);

}  // namespace rubble::scenario
