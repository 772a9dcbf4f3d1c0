// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/evaluation/distance_field.h"

namespace rubble::evaluation {

struct MapAlignmentSettings {
  double turn = kPi;   // rad, half width of the search
  double reach = 1e9;  // m, half width of the search around the identity
};

struct MapAlignment {
  Pose2 truth_from_estimate;
  double score = 0.0;  // mean wall agreement: 1 exact, 0 no wall nearby
};

// Registers a map against another: branch-and-bound correlative matching on coarse cells (Olson
// 2009; Hess et al. 2016), then hill climbing with decreasing steps. Cheap if both maps are in one
// frame already.
MapAlignment align_maps(const maps::OccupancyMap& estimate, const maps::OccupancyMap& truth,
                        const MapAlignmentSettings& settings = {});

}  // namespace rubble::evaluation
