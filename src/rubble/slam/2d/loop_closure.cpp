// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/loop_closure.h"

#include <Eigen/LU>
#include <algorithm>
#include <limits>

#include "rubble/slam/2d/information.h"

namespace rubble::slam {
namespace {

constexpr std::size_t kMaxCachedSubmaps = 24;  // submaps prepared for matching
constexpr double kFewSpacing = 0.2;            // m between points, for the search
constexpr double kManySpacing = 0.08;          // m between points, for the alignment
constexpr std::size_t kMinPoints = 60;         // points; fewer do not identify a place
constexpr double kMinScore = 0.45;             // of the search
constexpr double kMinShare = 0.7;              // inlier share
constexpr double kMinLoopSupport = 0.65;       // see ScanAlignment::support
constexpr double kTurnAsDistance = 0.5;        // m a radian
constexpr double kNarrow = 0.6;                // m; windows up to here use the exhaustive search
constexpr double kAmbiguousFrom = 1.0;         // m; in wider windows the match must be unique
constexpr double kElsewhere = 0.6;             // m; beyond is a different pose
constexpr double kUnique = 0.92;  // upper limit of the runner-up, relative to the best score
// Lower limit of the standard deviations: walls bend, doors move, submaps are not rigid.
constexpr double kMinDistanceSigma = 0.03;  // m
constexpr double kMinTurnSigma = 0.006;     // rad

}  // namespace

const LoopClosureDetector::ScanWindow& LoopClosureDetector::scan_window(int first_node) {
  if (scan_window_.first_node == first_node) return scan_window_;
  const Pose2 middle_from_local =
      nodes_[static_cast<std::size_t>(middle_of(first_node))].local.inverse();
  SurfelMap map;
  for (int k = first_node; k < first_node + kWindowNodes; ++k) {
    const Node& node = nodes_[static_cast<std::size_t>(k)];
    map.add(node.points, middle_from_local * node.local);
  }
  std::vector<OrientedPoint> points;
  for (const Surfel& surfel : map.surfels()) points.push_back({surfel.mean, surfel.normal});
  scan_window_ = {first_node, thinned(points, kFewSpacing), thinned(points, kManySpacing)};
  return scan_window_;
}

LoopClosureDetector::CachedSubmapMatcher& LoopClosureDetector::cached_matcher(int submap) {
  const auto found = std::find_if(
      cache_.begin(), cache_.end(),
      [&](const CachedSubmapMatcher& cached_matcher) { return cached_matcher.submap == submap; });
  if (found != cache_.end()) {
    cache_.splice(cache_.begin(), cache_, found);
    return cache_.front();
  }
  if (cache_.size() >= kMaxCachedSubmaps) cache_.pop_back();
  const Submap& source = submaps_[static_cast<std::size_t>(submap)];
  cache_.push_front({submap, SurfelMap(source.surfels, source.free), {}});
  return cache_.front();
}

// Pose of the first node of a submap in the local frame, which is the frame of its surfels.
const Pose2& LoopClosureDetector::local_of(int submap) const {
  const int anchor = submaps_[static_cast<std::size_t>(submap)].first_node;
  return nodes_[static_cast<std::size_t>(anchor)].local;
}

std::optional<LoopClosure> LoopClosureDetector::find(int submap, int first_node,
                                                     const LoopClosurePrior& guess) {
  const ScanWindow& window = scan_window(first_node);
  if (window.search_points.size() < kMinPoints) return std::nullopt;
  CachedSubmapMatcher& target = cached_matcher(submap);
  const Pose2 middle = local_of(submap) * guess.submap_from_node;
  if (guess.window.reach <= kNarrow) {
    const SearchResult found =
        correlative_search(target.map, window.search_points, middle, guess.window);
    if (found.score < kMinScore) return std::nullopt;
    return closure_from(
        submap, first_node,
        align_point_to_line(target.map, window.alignment_points, found.map_from_scan));
  }
  if (!target.search) target.search = std::make_unique<BranchAndBoundMatcher>(target.map);
  const auto found = target.search->search(window.search_points, middle, guess.window, kMinScore);
  if (!found) return std::nullopt;
  auto loop =
      closure_from(submap, first_node,
                   align_point_to_line(target.map, window.alignment_points, found->map_from_scan));
  if (!loop || guess.window.reach < kAmbiguousFrom) return loop;
  const auto other =
      target.search->search(window.search_points, middle, guess.window, kUnique * found->score,
                            ExclusionRegion{found->map_from_scan, kElsewhere});
  return other ? std::nullopt : loop;
}

std::optional<LoopClosure> LoopClosureDetector::rematch(int submap, int first_node,
                                                        const Pose2& submap_from_node) {
  const ScanWindow& window = scan_window(first_node);
  if (window.search_points.size() < kMinPoints) return std::nullopt;
  return closure_from(submap, first_node,
                      align_point_to_line(cached_matcher(submap).map, window.alignment_points,
                                          local_of(submap) * submap_from_node));
}

// Expressed against the node of the submap that is nearest in position and heading: the shorter the
// constraint, the less it suffers from a submap that is slightly bent.
std::optional<LoopClosure> LoopClosureDetector::closure_from(int submap, int first_node,
                                                             const ScanAlignment& refined) const {
  if (refined.inlier_share < kMinShare || refined.support < kMinLoopSupport) return std::nullopt;
  const Submap& target = submaps_[static_cast<std::size_t>(submap)];
  const Pose2& local_from_j = refined.map_from_scan;
  LoopClosure loop;
  loop.submap = submap;
  loop.j = middle_of(first_node);
  double nearest = std::numeric_limits<double>::infinity();
  for (int k = target.first_node; k <= target.last_node; ++k) {
    const Pose2& local = nodes_[static_cast<std::size_t>(k)].local;
    const double distance =
        (local.position() - local_from_j.position()).norm() +
        kTurnAsDistance * std::abs(wrap_angle(local.theta - local_from_j.theta));
    if (distance >= nearest) continue;
    nearest = distance;
    loop.i = k;
  }
  const Pose2& local_from_i = nodes_[static_cast<std::size_t>(loop.i)].local;
  loop.i_from_j = local_from_i.inverse() * local_from_j;
  loop.information = turned_axes(weakened(refined.information, kMinDistanceSigma, kMinTurnSigma),
                                 -local_from_i.theta);
  loop.score = refined.inlier_share;
  return loop;
}

}  // namespace rubble::slam
