// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "rubble/mapping/planar_scan.h"

namespace rubble::mapping {

// A point of a wall, and which way the wall faces: towards who saw it; zero where nobody can tell.
struct OrientedPoint {
  Vec2f point = Vec2f::Zero();
  Vec2f normal = Vec2f::Zero();
};

// The hits of a scan with their walls' directions, in their order. Neighbours that lie on a line
// tell it.
std::vector<OrientedPoint> oriented_points(const PlanarScan& scan);

// About one point for each square of this size, so that near walls do not outvote far ones.
std::vector<OrientedPoint> thinned(std::span<const OrientedPoint> points, double spacing);

}  // namespace rubble::mapping
