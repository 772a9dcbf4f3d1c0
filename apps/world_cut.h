// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/geometry/pose.h"
#include "rubble/world/world.h"

namespace rubble::apps {

struct CutLine {
  Vec2 from;
  Vec2 to;
};

// What a level cut at a height meets of everything visible in a world but robots: a floor plan that
// shows doorways as doorways, whatever the shapes.
std::vector<CutLine> cut_lines(const World& world, double height);

}  // namespace rubble::apps
