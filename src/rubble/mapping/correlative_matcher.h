// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "rubble/mapping/surfel_map.h"

namespace rubble::mapping {

struct SearchWindow {
  double reach = 0.3;  // m, to each side of the middle
  double turn = 0.17;  // rad, to each side
};

struct SearchResult {
  Pose2 map_from_scan;
  double score = 0.0;  // mean likelihood of a wall under the points, 0..1
};

// A part of a window that is left out: to ask for the best place elsewhere.
struct ExclusionRegion {
  Pose2 middle;
  double radius = 0.0;  // m
};

struct CellIndex {
  std::int32_t column = 0;
  std::int32_t row = 0;
};

// The best place of a coarse grid around the middle; of equal ones the nearest to it. Few points
// do.
SearchResult correlative_search(const SurfelMap& map, std::span<const OrientedPoint> points,
                                const Pose2& middle, const SearchWindow& window);

// Finds the best place in a wide window: coarse pictures of a map, each cell as likely as the best
// of those it stands for, say which parts of the window cannot hold it.
class BranchAndBoundMatcher {
 public:
  // Coarser grids, of so many cells of the map each way, are faster and tell distinct_matches less
  // well.
  explicit BranchAndBoundMatcher(const SurfelMap& map, int downsampling = 1);

  // Nothing if no place scores at least so much.
  std::optional<SearchResult> search(std::span<const OrientedPoint> points, const Pose2& middle,
                                     const SearchWindow& window, double min_score,
                                     const std::optional<ExclusionRegion>& excluded = {}) const;

  // The distinct_matches within reach that score nearly as well as the best, roughly and at most so
  // many, the best first; distinct_matches near each other count as one. The wider the turn, the
  // less is within reach.
  std::vector<SearchResult> distinct_matches(std::span<const OrientedPoint> points,
                                             const Pose2& middle, const SearchWindow& window,
                                             double min_score, std::size_t max_count) const;

 private:
  struct Level {
    int step = 1;                     // cells
    std::vector<std::uint8_t> cells;  // [row][column]: best of [column, column + step) x ...
  };
  struct Candidate;
  struct RotatedScan;
  struct Limits;
  struct DistinctMatches;

  int score_at(const Level& level, const RotatedScan& rotated, int dx, int dy) const;
  void branch_and_bound(std::size_t level, const std::vector<RotatedScan>& turns,
                        std::vector<Candidate> candidates, const Limits& limits,
                        Candidate& best) const;
  void collect(std::size_t level, const std::vector<RotatedScan>& turns,
               std::vector<Candidate> candidates, const Limits& limits,
               DistinctMatches& matches) const;
  void score(std::size_t level, const std::vector<RotatedScan>& turns,
             std::vector<Candidate>& candidates) const;
  std::vector<Candidate> children_of(const Candidate& candidate, std::size_t level,
                                     const Limits& limits) const;
  RotatedScan rotated_by(std::span<const OrientedPoint> points, const Pose2& pose, int shift) const;
  void build_candidates(std::span<const OrientedPoint> points, const Pose2& middle, double turn,
                        double step, int cells, std::vector<RotatedScan>& rotated,
                        std::vector<Candidate>& candidates) const;

  const SurfelMap& map_;
  int downsampling_;
  double cell_;  // m
  int width_;
  int height_;
  std::vector<Level> levels_;
};

}  // namespace rubble::mapping
