// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "rubble/sim/simulation.h"

namespace rubble::server {

// Com port: the reply to a line that asks for positions of robots or obstacles between them; empty
// if it is not a request. By the thread that owns the simulation.
std::string answer_com(const sim::Simulation& simulation, std::string_view line);

}  // namespace rubble::server
