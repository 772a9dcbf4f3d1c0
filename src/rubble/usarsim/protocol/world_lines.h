// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/messages/arena.h"
#include "rubble/usarsim/protocol/dialect.h"

namespace rubble::usarsim {

// All functions return complete lines, terminated by CR LF.

std::string greeting(const Arena& arena, Dialect dialect);
std::string start_poses_line(const Arena& arena, Dialect dialect);
std::string death_line(const std::string& killer, const std::string& cause);

}  // namespace rubble::usarsim
