// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/world/world.h"

namespace rubble::apps {

// Known names for the message about an unknown one, the most similar first: "b1, a, c and 4 more".
std::string listed_names(const std::string& unknown, std::vector<std::string> known);

// What there is instead of an unknown start: "RobotStart2, RobotStart1", or "this world has none".
std::string listed_starts(const std::string& unknown, const World& world);

}  // namespace rubble::apps
