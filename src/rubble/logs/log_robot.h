// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/messages/arena.h"
#include "rubble/messages/description.h"

namespace rubble::logs {

// Default robot of a log that does not name its class: a P2AT (the most common one), without
// sensors.
RobotDescription usual_robot(const std::string& name);

// Default world of a log that does not name one: named like the file, without folder and
// extensions, with one start, since clients query it.
Arena usual_arena(const std::string& path);

}  // namespace rubble::logs
