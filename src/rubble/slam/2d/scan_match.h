// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "rubble/geometry/pose2.h"
#include "rubble/slam/2d/planar_scan.h"

namespace rubble::slam {

struct MatchWindow {
  double reach = 0.5;  // m, to each side of the guess
  double turn = 0.35;  // rad, to each side
};

struct ScanMatch {
  Pose2 reference_from_scan;
  double score = 0.0;              // inlier share of the hits on the walls of the reference, 0..1
  Mat3 covariance = Mat3::Zero();  // of x, y, theta of reference_from_scan
};

// The inverse; a direction without information gets a large but finite variance.
Mat3 covariance_of(const Mat3& information);

// Scan-to-scan matching: branch and bound in the window around the guess, then point-to-line
// alignment. A window of zero skips the search.
ScanMatch match_scans(const PlanarScan& reference, const PlanarScan& scan, const Pose2& guess,
                      const MatchWindow& window = {});

}  // namespace rubble::slam
