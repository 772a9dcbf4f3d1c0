// SPDX-License-Identifier: Apache-2.0
#include "rubble/mapping/loop_finder.h"

#include <Eigen/LU>
#include <algorithm>
#include <limits>

#include "rubble/mapping/information.h"

namespace rubble::mapping {
namespace {

constexpr std::size_t kMostKept = 24;    // submaps ready to be searched
constexpr double kFewSpacing = 0.2;      // m between the points that search
constexpr double kManySpacing = 0.08;    // m between those that refine
constexpr std::size_t kFewest = 60;      // points; less tells no place from another
constexpr double kLeastScore = 0.45;     // of the search
constexpr double kLeastShare = 0.7;      // of the points on walls that face as they do
constexpr double kLeastSupport = 0.65;   // of those the submap says something about
constexpr double kTurnAsDistance = 0.5;  // m a radian
constexpr double kNarrow = 0.6;          // m; windows up to here are looked through whole
constexpr double kAmbiguousFrom = 1.0;   // m; in wider ones the place must be the only one
constexpr double kElsewhere = 0.6;       // m; what is further off is another place
constexpr double kUnique = 0.92;         // of the best score: what others must stay below
// What no match is better than: walls bend, doors move, submaps are not rigid.
constexpr double kBestDistance = 0.03;  // m
constexpr double kBestTurn = 0.006;     // rad

}  // namespace

const LoopFinder::Piece& LoopFinder::piece_of(int first_node) {
  if (piece_.first_node == first_node) return piece_;
  const Pose2 middle_from_local =
      nodes_[static_cast<std::size_t>(middle_of(first_node))].local.inverse();
  SurfelMap map;
  for (int k = first_node; k < first_node + kPieceNodes; ++k) {
    const Node& node = nodes_[static_cast<std::size_t>(k)];
    map.add(node.points, middle_from_local * node.local);
  }
  std::vector<OrientedPoint> points;
  for (const Surfel& surfel : map.surfels()) points.push_back({surfel.mean, surfel.normal});
  piece_ = {first_node, thinned(points, kFewSpacing), thinned(points, kManySpacing)};
  return piece_;
}

LoopFinder::Kept& LoopFinder::kept(int submap) {
  const auto found = std::find_if(cache_.begin(), cache_.end(),
                                  [&](const Kept& kept) { return kept.submap == submap; });
  if (found != cache_.end()) {
    cache_.splice(cache_.begin(), cache_, found);
    return cache_.front();
  }
  if (cache_.size() >= kMostKept) cache_.pop_back();
  const Submap& source = submaps_[static_cast<std::size_t>(submap)];
  cache_.push_front({submap, SurfelMap(source.surfels, source.free), {}});
  return cache_.front();
}

// Where a submap's first node is in the tracker's frame, which its walls are told in.
const Pose2& LoopFinder::local_of(int submap) const {
  const int anchor = submaps_[static_cast<std::size_t>(submap)].first_node;
  return nodes_[static_cast<std::size_t>(anchor)].local;
}

std::optional<Loop> LoopFinder::find(int submap, int first_node, const LoopGuess& guess) {
  const Piece& piece = piece_of(first_node);
  if (piece.few.size() < kFewest) return std::nullopt;
  Kept& target = kept(submap);
  const Pose2 middle = local_of(submap) * guess.submap_from_node;
  if (guess.window.reach <= kNarrow) {
    const SearchResult found = search_nearby(target.map, piece.few, middle, guess.window);
    if (found.score < kLeastScore) return std::nullopt;
    return loop_from(submap, first_node, refine(target.map, piece.many, found.map_from_scan));
  }
  if (!target.search) target.search = std::make_unique<WideSearch>(target.map);
  const auto found = target.search->search(piece.few, middle, guess.window, kLeastScore);
  if (!found) return std::nullopt;
  auto loop = loop_from(submap, first_node, refine(target.map, piece.many, found->map_from_scan));
  if (!loop || guess.window.reach < kAmbiguousFrom) return loop;
  const auto other = target.search->search(piece.few, middle, guess.window, kUnique * found->score,
                                           Keepout{found->map_from_scan, kElsewhere});
  return other ? std::nullopt : loop;
}

std::optional<Loop> LoopFinder::settle(int submap, int first_node, const Pose2& submap_from_node) {
  const Piece& piece = piece_of(first_node);
  if (piece.few.size() < kFewest) return std::nullopt;
  return loop_from(submap, first_node,
                   refine(kept(submap).map, piece.many, local_of(submap) * submap_from_node));
}

// Told against the submap's node nearest to the place, and rather one that looked the same way: the
// closer two ends, the less does a submap that is a little bent spoil it.
std::optional<Loop> LoopFinder::loop_from(int submap, int first_node,
                                          const Refinement& refined) const {
  if (refined.inlier_share < kLeastShare || refined.support < kLeastSupport) return std::nullopt;
  const Submap& target = submaps_[static_cast<std::size_t>(submap)];
  const Pose2& local_from_j = refined.map_from_scan;
  Loop loop;
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
  loop.information =
      turned_axes(weakened(refined.information, kBestDistance, kBestTurn), -local_from_i.theta);
  loop.score = refined.inlier_share;
  return loop;
}

}  // namespace rubble::mapping
