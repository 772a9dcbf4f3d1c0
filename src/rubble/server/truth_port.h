// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "rubble/sim/simulation.h"

namespace rubble::server {

// Truth port: the reply to a line that asks for the true poses of robots. By the thread that owns
// the simulation.
std::string answer_truth(const sim::Simulation& simulation, std::string_view line);

}  // namespace rubble::server
