// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/world/world.h"

namespace rubble::viewer_protocol {

// The bounding box of a world, from collisions, or from visuals where there are none. Ground planes
// and other vast shapes count only as far as they surround the rest.
Bounds bounds_of(const World& world);

}  // namespace rubble::viewer_protocol
