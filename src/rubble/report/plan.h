// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/report/canvas.h"
#include "rubble/world/state.h"
#include "rubble/world/world.h"

namespace rubble::report {

// A way somebody went, drawn over a plan.
struct Trail {
  std::string label;
  std::vector<Vec2> points;
};

// The world from above, x to the right, with a scale bar: objects by colour and height, starts,
// victims, tags, smoke, and trails. Objects that hang higher than headroom (m) are left out.
Svg plan_drawing(const World& world, const std::vector<Trail>& trails, double headroom = 2.2);
std::string plan_svg(const World& world, const std::vector<Trail>& trails, double headroom = 2.2);

}  // namespace rubble::report
