// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/mapping/planar_scan.h"

namespace rubble::mapping {

// How much two scans see of the same, if the other one is laid so: the share of the points of
// either that lie near a point of the other, whichever is less. 0..1
double scan_overlap(const PlanarScan& one, const PlanarScan& other, const Pose2& one_from_other,
                    double near = 0.1);

}  // namespace rubble::mapping
