// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "rubble/slam/2d/correlative_matcher.h"
#include "rubble/slam/2d/scan_matching_odometry.h"

// Loop closure detection: scan-to-submap matching of places that are visited again (Hess et al.
// 2016).
namespace rubble::slam {

// A loop closure: a relative pose between a node i of a submap and a node j from another time.
struct LoopClosure {
  int submap = 0;  // index of the submap that was matched
  int i = 0;       // node of the submap, the one nearest to j
  int j = 0;
  Pose2 i_from_j;
  Mat3 information = Mat3::Zero();  // inverse covariance of i_from_j: x, y, theta
  double score = 0.0;               // inlier share of the scan window on the submap, 0..1
};

// Prior of a node's pose against a submap, with the window to search.
struct LoopClosurePrior {
  Pose2 submap_from_node;  // frame of the submap's first node
  SearchWindow window;
};

// Matches windows of eight consecutive nodes against submaps from other times. Caches prepared
// submaps (24, least recently used evicted). One thread; nodes and submaps must outlive it.
class LoopClosureDetector {
 public:
  LoopClosureDetector(const std::vector<Node>& nodes, const std::vector<Submap>& submaps)
      : nodes_(nodes), submaps_(submaps) {}

  // A scan window is kWindowNodes nodes from `first` on, merged in the frame of the middle one.
  static constexpr int kWindowNodes = 8;
  int middle_of(int first) const { return first + kWindowNodes / 2; }

  // Searches the whole window: correlative search up to 0.6 m, else branch and bound, then
  // point-to-line alignment. In a window of 1 m or more the match must be unique: a second one
  // more than 0.6 m away with 0.92 of its score (a long corridor) rejects it.
  std::optional<LoopClosure> find(int submap, int first_node, const LoopClosurePrior& guess);
  // Alignment from the given pose only, without a search; for a final pass over the optimised
  // graph.
  std::optional<LoopClosure> rematch(int submap, int first_node, const Pose2& submap_from_node);

 private:
  struct ScanWindow {
    int first_node = -1;
    std::vector<OrientedPoint> search_points;
    std::vector<OrientedPoint> alignment_points;
  };
  struct CachedSubmapMatcher {
    int submap = -1;
    SurfelMap map;
    std::unique_ptr<BranchAndBoundMatcher> search;
  };

  const ScanWindow& scan_window(int first_node);
  CachedSubmapMatcher& cached_matcher(int submap);
  const Pose2& local_of(int submap) const;
  std::optional<LoopClosure> closure_from(int submap, int first_node,
                                          const ScanAlignment& refined) const;

  const std::vector<Node>& nodes_;
  const std::vector<Submap>& submaps_;
  ScanWindow scan_window_;
  std::list<CachedSubmapMatcher> cache_;  // most recently used first
};

}  // namespace rubble::slam
