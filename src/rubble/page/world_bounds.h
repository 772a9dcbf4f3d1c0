// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/world/world.h"

namespace rubble::page {

// The box around all that can be touched in a world, or seen where it cannot. Ground planes and
// other vast things count only as far as they surround the rest.
Bounds bounds_of(const World& world);

}  // namespace rubble::page
