// SPDX-License-Identifier: Apache-2.0
#pragma once

// Point-to-line scan matching by Gauss-Newton (point-to-line ICP: Chen and Medioni 1991 in 3-D,
// Censi 2008 in 2-D).

#include <span>

#include "rubble/slam/2d/surfel_map.h"

namespace rubble::slam {

// Gaussian prior of the pose, for example from odometry.
struct PosePrior {
  Pose2 map_from_scan;
  Mat3 information = Mat3::Zero();  // inverse covariance of x, y (map axes), theta
};

// Result of a scan match.
struct ScanAlignment {
  Pose2 map_from_scan;
  double inlier_share = 0.0;  // of all points: within 0.1 m of a wall that faces the same way
  // inliers / (inliers + contradictions), 0..1. A contradiction lies in known free space or on a
  // wall that faces elsewhere. Points in unknown space are excluded from the denominator.
  double support = 0.0;
  double mean_residual = 0.0;       // m, of the inliers
  Mat3 information = Mat3::Zero();  // Gauss-Newton Hessian: inverse covariance of x, y (map axes),
                                    // theta, without the prior
};

// Weighted Gauss-Newton point-to-line ICP. Correspondence: the nearest surfel of the map, again in
// each iteration. Residual: distance across the wall, sigma 0.03 m, with a robust weight
// 1 / (1 + (r / 0.06 m)^2)^2 (Geman-McClure). A small weight along the wall keeps the Hessian
// regular in corridors. Points without a surfel within 5 cells (0.25 m) have no correspondence. At
// most 12 iterations.
ScanAlignment align_point_to_line(const SurfelMap& map, std::span<const OrientedPoint> points,
                                  const Pose2& start, const PosePrior& prior = {});

}  // namespace rubble::slam
