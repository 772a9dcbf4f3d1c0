// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/mapping/planar_scan.h"

namespace rubble::mapping {

// Overlap of two scans at a relative pose: the share of points of one scan within `near` metres of
// a point of the other, the smaller of both directions. 0..1
double scan_overlap(const PlanarScan& one, const PlanarScan& other, const Pose2& one_from_other,
                    double near = 0.1);

}  // namespace rubble::mapping
