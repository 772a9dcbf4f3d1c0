// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/world/world.h"
#include "rubble/worldcheck/check.h"

namespace rubble::worldcheck {

// Physics check: within two simulated seconds no movable body moves more than 2 cm or falls out of
// the world.
CheckRow check_settle(const World& world);

}  // namespace rubble::worldcheck
