// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "rubble/geometry/pose.h"
#include "rubble/world/world.h"

namespace rubble::rays {

using Corners = std::array<Vec3, 3>;  // of a triangle

// Everything visible in a world but robots, where it stands at the beginning.
void visit_triangles(const World& world, const std::function<void(const Corners&)>& visit);

struct CutLine {
  Vec2 from;
  Vec2 to;
};

// What a level cut at a height meets of it: a floor plan that shows doorways as doorways, whatever
// the shapes.
std::vector<CutLine> cut_lines(const World& world, double height);

}  // namespace rubble::rays
