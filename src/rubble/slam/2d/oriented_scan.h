// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "rubble/slam/2d/planar_scan.h"

namespace rubble::slam {

// A point with the unit normal of its surface, towards the sensor; zero if unknown.
struct OrientedPoint {
  Vec2f point = Vec2f::Zero();
  Vec2f normal = Vec2f::Zero();
};

// The hits of a scan with normals estimated from neighbouring hits on a line, in order.
std::vector<OrientedPoint> oriented_points(const PlanarScan& scan);

// Voxel grid filter: about one point per square of this size (m), so that near walls, sampled
// densely, do not dominate.
std::vector<OrientedPoint> thinned(std::span<const OrientedPoint> points, double spacing);

}  // namespace rubble::slam
