// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rubble/trajectory/relation.h"
#include "rubble/trajectory/trajectory.h"

namespace rubble::groundtruth {

struct TrueRelationSettings {
  double step = 1.0;        // m of path, or
  double turn = 0.8;        // rad of rotation, between consecutive starts of relations
  double loop_reach = 1.5;  // m; distance at which a revisit counts
  int loops_a_place = 2;    // at most
  int globals_a_place = 1;  // random relations to any other pose; 0: none
  std::uint64_t seed = 1;   // of the random choice
};

// Planar relations of an exactly known trajectory: of each sampled pose with the next one (local
// consistency), with revisits, and with random other poses (global consistency).
std::vector<trajectory::Relation> true_relations(std::span<const StampedPose> truth,
                                                 const TrueRelationSettings& settings = {});

}  // namespace rubble::groundtruth
