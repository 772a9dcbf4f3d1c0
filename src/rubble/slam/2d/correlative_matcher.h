// SPDX-License-Identifier: Apache-2.0
#pragma once

// Correlative scan matching on a likelihood grid (Olson 2009, "Real-time correlative scan
// matching"): exhaustive search in a small window, branch and bound in a wide one.

#include <optional>
#include <span>
#include <vector>

#include "rubble/geometry/bound_pyramid.h"
#include "rubble/geometry/branch_and_bound.h"
#include "rubble/slam/2d/surfel_map.h"

namespace rubble::slam {

// Half widths of a search window around its middle.
struct SearchWindow {
  double reach = 0.3;  // m, in x and in y
  double turn = 0.17;  // rad
};

struct SearchResult {
  Pose2 map_from_scan;
  double score = 0.0;  // mean likelihood of a wall under the points, 0..1
};

// A disc (square of cells) that a search leaves out, to find the runner-up of a match.
struct ExclusionRegion {
  Pose2 middle;
  double radius = 0.0;  // m
};

// Cell of the likelihood grid; may lie outside of it.
struct CellIndex {
  std::int32_t column = 0;
  std::int32_t row = 0;
};

// Exhaustive correlative search on a grid of 10 cm and of rotation steps that move the farther
// points by about as much. The score is the mean likelihood under the points, less a small penalty
// for the distance from the middle. Few points suffice.
// middle: map_from_scan, the middle of the window.
SearchResult correlative_search(const SurfelMap& map, std::span<const OrientedPoint> points,
                                const Pose2& middle, const SearchWindow& window);

// Branch-and-bound correlative scan matching (Olson 2009; Hess et al. 2016, "Real-time loop closure
// in 2D LIDAR SLAM", there FastCorrelativeScanMatcher). A pyramid of max-pooled likelihood grids
// gives an upper bound for every square of shifts; squares whose bound is not above the best score
// are pruned. The result is the exact optimum on the grid of cells and rotation steps. The map must
// outlive the matcher. Const functions may be called from several threads.
class BranchAndBoundMatcher {
 public:
  // downsampling: map cells per grid cell in each direction; larger is faster and less precise.
  explicit BranchAndBoundMatcher(const SurfelMap& map, int downsampling = 1);

  // The best pose in the window; nothing if no pose scores more than min_score (0..1).
  std::optional<SearchResult> search(std::span<const OrientedPoint> points, const Pose2& middle,
                                     const SearchWindow& window, double min_score,
                                     const std::optional<ExclusionRegion>& excluded = {}) const;

  // Local optima that score at least 0.75 of the best, the best first, at most max_count. Poses
  // within 0.2 m and 0.05 rad count as one. The reach shrinks with the rotation, down to a quarter
  // at the edge of the window: a robot that turned much has not come as far.
  std::vector<SearchResult> distinct_matches(std::span<const OrientedPoint> points,
                                             const Pose2& middle, const SearchWindow& window,
                                             double min_score, std::size_t max_count) const;

 private:
  struct RotatedScan;
  class Search;
  class BestMatch;
  class DistinctMatches;

  int bound_of(const RotatedScan& rotated, const ShiftSquare& square, int level) const;
  RotatedScan rotated_by(std::span<const OrientedPoint> points, const Pose2& pose, int shift) const;
  std::vector<RotatedScan> rotated_scans(std::span<const OrientedPoint> points, const Pose2& middle,
                                         double turn, double step, int cells) const;
  template <class Found>
  void search_all(Found& found) const;

  const SurfelMap& map_;
  int downsampling_;
  double cell_;  // m
  BoundPyramid pyramid_;
};

}  // namespace rubble::slam
