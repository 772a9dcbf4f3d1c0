// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/base/result.h"
#include "rubble/evaluation/map_alignment.h"

namespace rubble::evaluation {

struct MapScoreSettings {
  bool aligns = true;  // false: use the coordinates of the maps
  MapAlignmentSettings alignment;
  double tolerance = 0.0;  // m, within which walls agree; 0: 0.1 or 1.5 cells of the coarser map
  std::size_t max_cells = 50'000'000;  // of either map
};

// Agreement of a map with the true map. Shares are 0..1.
struct MapScore {
  Pose2 truth_from_estimate;
  double tolerance = 0.0;       // m
  double wall_precision = 0.0;  // estimated walls within tolerance of true ones
  double wall_recall = 0.0;  // true walls, in the area known to the estimate, near estimated ones
  double wall_f1 = 0.0;
  double wall_distance = 0.0;   // m, median distance of estimated walls to true ones
  double free_agreement = 0.0;  // truly free and known cells that the estimate has free
  double free_overlap = 0.0;    // intersection over union of free cells, where both are known
  double agreement = 0.0;       // equal cells, where both are known
  double explored = 0.0;        // cells known in the truth that the estimate knows
  double beyond = 0.0;          // cells known to the estimate that the truth does not know
  double information = 0.0;     // mutual information (wall or free) over the entropy of the truth
};

// Maps may differ in resolution, size and origin.
Result<MapScore> score_map(const maps::OccupancyMap& estimate, const maps::OccupancyMap& truth,
                           const MapScoreSettings& settings = {});

}  // namespace rubble::evaluation
