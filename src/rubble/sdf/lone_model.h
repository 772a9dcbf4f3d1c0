// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "rubble/world/world.h"

namespace rubble {

// An empty world around a single model: floor, sun and a start 1 m in front of the model. A null
// model gives the world alone.
World world_around(std::shared_ptr<const Model> model);

}  // namespace rubble
