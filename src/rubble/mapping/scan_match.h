// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "rubble/geometry/pose2.h"
#include "rubble/mapping/planar_scan.h"

namespace rubble::mapping {

struct MatchWindow {
  double reach = 0.5;  // m, to each side of the guess
  double turn = 0.35;  // rad, to each side
};

struct ScanMatch {
  Pose2 reference_from_scan;
  double score = 0.0;              // share of the hits that lie on the reference's walls, 0..1
  Mat3 covariance = Mat3::Zero();  // of x, y, theta of reference_from_scan
};

// The inverse; what nothing is known about gets a large but finite variance.
Mat3 covariance_of(const Mat3& information);

// Lays a scan on another: searches the window around the guess, then refines. A window of zero only
// refines.
ScanMatch match_scans(const PlanarScan& reference, const PlanarScan& scan, const Pose2& guess,
                      const MatchWindow& window = {});

}  // namespace rubble::mapping
