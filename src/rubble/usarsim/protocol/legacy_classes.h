// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rubble::usarsim {

// Substitute for a robot class that old clients request but for which no data are published: the
// class most similar in drive and size. Empty if the class is not one of those.
std::string_view nearest_class(std::string_view robot_class);

}  // namespace rubble::usarsim
