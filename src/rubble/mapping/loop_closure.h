// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <list>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "rubble/mapping/correlative_matcher.h"
#include "rubble/mapping/scan_matching_odometry.h"

namespace rubble::mapping {

// A place seen again: a node of a submap, and a node from another time.
struct LoopClosure {
  int submap = 0;
  int i = 0;
  int j = 0;
  Pose2 i_from_j;
  Mat3 information = Mat3::Zero();
  double score = 0.0;  // share of what was seen that lies on the submap's walls
};

// How well it is known where a node is against a submap, before looking.
struct LoopClosurePrior {
  Pose2 submap_from_node;  // in the frame of the submap's first node
  SearchWindow window;
};

// Lays pieces of the way on submaps from other times.
class LoopClosureDetector {
 public:
  LoopClosureDetector(const std::vector<Node>& nodes, const std::vector<Submap>& submaps)
      : nodes_(nodes), submaps_(submaps) {}

  // The nodes [first, last], laid on each other, in the frame of the middle one.
  static constexpr int kWindowNodes = 8;
  int middle_of(int first) const { return first + kWindowNodes / 2; }

  // Searches the whole window. A wide one must hold one such place only, else nothing is said.
  std::optional<LoopClosure> find(int submap, int first_node, const LoopClosurePrior& guess);
  // Slides from the guess into place.
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
  std::list<CachedSubmapMatcher> cache_;  // used last stands first
};

}  // namespace rubble::mapping
