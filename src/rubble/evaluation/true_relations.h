// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rubble/mapping/relation.h"
#include "rubble/mapping/trajectory.h"

namespace rubble::evaluation {

struct TrueRelationSettings {
  double step = 1.0;        // m of way, or
  double turn = 0.8;        // rad, from one place that relations begin at to the next
  double loop_reach = 1.5;  // m: so near a robot passes a place again
  int loops_a_place = 2;    // at most
  int globals_a_place = 1;  // to any other place, however far: 0 for none
  std::uint64_t seed = 1;   // of the choice of those
};

// Relations of a trajectory that is known exactly, seen from above: each place with the next one
// (local consistency), with itself when it is passed again, and with others anywhere (global
// consistency).
std::vector<mapping::Relation> true_relations(std::span<const mapping::StampedPose> truth,
                                              const TrueRelationSettings& settings = {});

}  // namespace rubble::evaluation
