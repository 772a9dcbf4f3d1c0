// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/scan_match.h"

#include <Eigen/LU>
#include <algorithm>

#include "rubble/slam/2d/correlative_matcher.h"
#include "rubble/slam/2d/point_to_line.h"

namespace rubble::slam {
namespace {

constexpr double kMatchSpacing = 0.1;  // m between the points that search

}  // namespace

Mat3 covariance_of(const Mat3& information) {
  return (information + 1e-3 * Mat3::Identity()).inverse();
}

ScanMatch match_scans(const PlanarScan& reference, const PlanarScan& scan, const Pose2& guess,
                      const MatchWindow& window) {
  SurfelMap map;
  map.add(oriented_points(reference), {});
  const std::vector<OrientedPoint> points = oriented_points(scan);
  Pose2 start = guess;
  if (window.reach > 0.0 || window.turn > 0.0) {
    const auto search_points = thinned(points, kMatchSpacing);
    const auto found =
        BranchAndBoundMatcher(map).search(search_points, guess, {window.reach, window.turn}, 0.0);
    if (found) start = found->map_from_scan;
  }
  const ScanAlignment refined = align_point_to_line(map, points, start);
  return {refined.map_from_scan, refined.inlier_share, covariance_of(refined.information)};
}

}  // namespace rubble::slam
