// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/base/result.h"
#include "rubble/evaluation/map_alignment.h"

namespace rubble::evaluation {

struct MapScoreSettings {
  bool aligns = true;  // else the maps are taken as they stand
  MapAlignmentSettings alignment;
  double tolerance = 0.0;  // m, within which walls agree; 0: 0.1 or 1.5 cells of the coarser map
  std::size_t max_cells = 50'000'000;  // of either map
};

// How well a map agrees with a true one, as shares from 0 to 1.
struct MapScore {
  Pose2 truth_from_estimate;
  double tolerance = 0.0;       // m
  double wall_precision = 0.0;  // of the estimate's walls: near true ones
  double wall_recall = 0.0;     // of the true walls the estimate could know: near its own
  double wall_f1 = 0.0;
  double wall_distance = 0.0;   // m, median from the estimate's walls to true ones
  double free_agreement = 0.0;  // of what is truly free and known to the estimate: free there too
  double free_overlap = 0.0;    // free in both over free in either, of what both know
  double agreement = 0.0;       // of what both know: the same in both
  double explored = 0.0;        // of what the truth knows: known to the estimate
  double beyond = 0.0;          // of what the estimate knows: not known to the truth
  double information = 0.0;     // mutual, of wall or free, over what the truth has: 1 is all
};

// Maps may differ in resolution, size and origin.
Result<MapScore> score_map(const mapping::OccupancyMap& estimate,
                           const mapping::OccupancyMap& truth,
                           const MapScoreSettings& settings = {});

}  // namespace rubble::evaluation
