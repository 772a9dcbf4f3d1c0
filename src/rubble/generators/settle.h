// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/generators/check.h"
#include "rubble/world/world.h"

namespace rubble::generators {

// The check that needs physics: in two seconds nothing that can move moves more than 2 cm or falls
// out of the world.
CheckRow check_settle(const World& world);

}  // namespace rubble::generators
