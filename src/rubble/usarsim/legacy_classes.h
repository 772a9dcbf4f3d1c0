// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace rubble::usarsim {

// For a class of robots that old clients ask for and nobody has numbers of: the class that is
// nearest to it in drive and size. Empty if it is none of those.
std::string_view nearest_class(std::string_view robot_class);

}  // namespace rubble::usarsim
