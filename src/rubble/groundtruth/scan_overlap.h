// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/slam/2d/planar_scan.h"

namespace rubble::groundtruth {

// Overlap of two scans at a relative pose: the share of points of one scan within `near` metres of
// a point of the other, the smaller of both directions. 0..1
double scan_overlap(const slam::PlanarScan& one, const slam::PlanarScan& other,
                    const Pose2& one_from_other, double near = 0.1);

}  // namespace rubble::groundtruth
