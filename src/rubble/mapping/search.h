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
struct Keepout {
  Pose2 middle;
  double radius = 0.0;  // m
};

struct CellPlace {
  std::int32_t column = 0;
  std::int32_t row = 0;
};

// The best place of a coarse grid around the middle; of equal ones the nearest to it. Few points
// do.
SearchResult search_nearby(const SurfelMap& map, std::span<const OrientedPoint> points,
                           const Pose2& middle, const SearchWindow& window);

// Finds the best place in a wide window: coarse pictures of a map, each cell as likely as the best
// of those it stands for, say which parts of the window cannot hold it.
class WideSearch {
 public:
  // Coarser grids, of so many cells of the map each way, are faster and tell places less well.
  explicit WideSearch(const SurfelMap& map, int coarser = 1);

  // Nothing if no place scores at least so much.
  std::optional<SearchResult> search(std::span<const OrientedPoint> points, const Pose2& middle,
                                     const SearchWindow& window, double least_score,
                                     const std::optional<Keepout>& keepout = {}) const;

  // The places within reach that score nearly as well as the best, roughly and at most so many,
  // the best first; places near each other count as one. The wider the turn, the less is within
  // reach.
  std::vector<SearchResult> places(std::span<const OrientedPoint> points, const Pose2& middle,
                                   const SearchWindow& window, double least_score,
                                   std::size_t most) const;

 private:
  struct Level {
    int step = 1;                     // cells
    std::vector<std::uint8_t> cells;  // [row][column]: best of [column, column + step) x ...
  };
  struct Candidate;
  struct Turned;
  struct Limits;
  struct Gathered;

  int score_at(const Level& level, const Turned& turned, int dx, int dy) const;
  void descend(std::size_t level, const std::vector<Turned>& turns,
               std::vector<Candidate> candidates, const Limits& limits, Candidate& best) const;
  void gather(std::size_t level, const std::vector<Turned>& turns,
              std::vector<Candidate> candidates, const Limits& limits, Gathered& gathered) const;
  void score(std::size_t level, const std::vector<Turned>& turns,
             std::vector<Candidate>& candidates) const;
  std::vector<Candidate> parts_of(const Candidate& candidate, std::size_t level,
                                  const Limits& limits) const;
  Turned turned_by(std::span<const OrientedPoint> points, const Pose2& pose, int shift) const;
  void cut(std::span<const OrientedPoint> points, const Pose2& middle, double turn, double step,
           int cells, std::vector<Turned>& turned, std::vector<Candidate>& candidates) const;

  const SurfelMap& map_;
  int coarser_;
  double cell_;  // m
  int width_;
  int height_;
  std::vector<Level> levels_;
};

}  // namespace rubble::mapping
