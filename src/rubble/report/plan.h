// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/world/state.h"
#include "rubble/world/world.h"

namespace rubble::report {

// A way somebody went, drawn over a plan.
struct Trail {
  std::string label;
  std::vector<Vec2> points;
};

// The world seen from above, as an SVG picture: what stands on the ground by colour and height,
// starts, victims, tags, smoke, and trails. What hangs higher than headroom is left out.
std::string plan_svg(const World& world, const std::vector<Trail>& trails, double headroom = 2.2);

}  // namespace rubble::report
