// SPDX-License-Identifier: Apache-2.0
// Robots of a run as commands name them, with remarks on stderr.
#pragma once

#include <string>
#include <vector>

#include "apps/support.h"
#include "rubble/scenario/add_robots.h"
#include "rubble/sim/run_recorder.h"

namespace rubble::apps {

inline Result<std::vector<Command>> add_robots(sim::Simulation& simulation,
                                               const std::vector<std::string>& robots,
                                               const scenario::RobotSetup& setup = {}) {
  return scenario::add_robots(simulation, scenario::parse_robots(robots), setup,
                              printing_observer());
}

}  // namespace rubble::apps
