// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "rubble/world/shape.h"
#include "rubble/world/world.h"

namespace rubble {

// How much is in a world.
struct WorldSummary {
  std::size_t links = 0, joints = 0, collisions = 0, visuals = 0, sensors = 0;
  std::size_t triangles = 0;      // of meshes that are seen
  std::size_t moving_models = 0;  // models that are not static
  std::size_t robots = 0;
  Bounds bounds;  // world frame, m; of collisions, and of visuals of links without collisions
};

WorldSummary summary_of(const World& world);

}  // namespace rubble
