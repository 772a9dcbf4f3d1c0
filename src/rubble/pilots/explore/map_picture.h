// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/messages/reading.h"
#include "rubble/pilots/explore/grid.h"

namespace rubble::pilots {

// A map as its robot believes it: white is free, black stands, grey is unknown, blue where it went.
Image map_picture(const Grid& grid, const std::vector<Vec2>& trail);

}  // namespace rubble::pilots
