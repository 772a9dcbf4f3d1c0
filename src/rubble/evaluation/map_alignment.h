// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/evaluation/distance_field.h"

namespace rubble::evaluation {

struct MapAlignmentSettings {
  double turn = kPi;   // rad, searched to each side
  double reach = 1e9;  // m, searched to each side of where the maps' own coordinates lay it
};

struct MapAlignment {
  Pose2 truth_from_estimate;
  double score = 0.0;  // how well its walls lie on the truth's: 1 all exactly, 0 none near
};

// Lays a map on another: looks everywhere at first, with coarse cells and bounds that leave out
// what cannot win (branch and bound, after Olson 2009), then around the best place ever finer.
// Two maps that stand in one frame already cost next to nothing.
MapAlignment align_maps(const mapping::OccupancyMap& estimate, const mapping::OccupancyMap& truth,
                        const MapAlignmentSettings& settings = {});

}  // namespace rubble::evaluation
