// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "rubble/mapping/surfel_map.h"

namespace rubble::mapping {

// What is known before a scan is looked at.
struct PosePrior {
  Pose2 map_from_scan;
  Mat3 information = Mat3::Zero();  // of x, y (map's axes) and theta
};

struct ScanAlignment {
  Pose2 map_from_scan;
  double inlier_share = 0.0;  // of the points: on a wall that faces as they do
  // The same among the points that the map says something about: those where it saw nothing yet
  // speak neither for nor against.
  double support = 0.0;
  double mean_residual = 0.0;       // m, of the inliers
  Mat3 information = Mat3::Zero();  // of x, y (map's axes), theta; the prior not counted
};

// Slides points onto the walls of a map, to where they lie best.
ScanAlignment align_point_to_line(const SurfelMap& map, std::span<const OrientedPoint> points,
                                  const Pose2& start, const PosePrior& prior = {});

}  // namespace rubble::mapping
