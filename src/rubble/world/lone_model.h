// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "rubble/world/world.h"

namespace rubble {

// An empty world to look at a model in: a floor, the sun, and a start one metre before the model.
// Without the model if it is null.
World world_around(std::shared_ptr<const Model> model);

}  // namespace rubble
