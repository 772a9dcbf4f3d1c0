// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/generators/check.h"
#include "rubble/world/world.h"

namespace rubble::generators {

// Physics check: within two simulated seconds no movable body moves more than 2 cm or falls out of
// the world.
CheckRow check_settle(const World& world);

}  // namespace rubble::generators
