// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "rubble/geometry/pose.h"
#include "rubble/world/world.h"

namespace rubble::rays {

using Corners = std::array<Vec3, 3>;  // of a triangle

// Visits the triangles (world frame) of everything visible in a world except robots, at its initial
// pose.
void visit_triangles(const World& world, const std::function<void(const Corners&)>& visit);

struct CutLine {
  Vec2 from;
  Vec2 to;
};

// Intersection of the world with a horizontal plane at `height` (m): a floor plan.
std::vector<CutLine> cut_lines(const World& world, double height);

}  // namespace rubble::rays
