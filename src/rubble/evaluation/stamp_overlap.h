// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/evaluation/pose_lookup.h"
#include "rubble/trajectory/relation.h"
#include "rubble/trajectory/trajectory.h"

namespace rubble::evaluation {

struct StampSpan {
  double first = 0.0;
  double last = 0.0;
};
StampSpan span_of(const trajectory::Trajectory& trajectory);
StampSpan span_of(const trajectory::RelationFile& relations);

// Probable cause and remedy if two stamp ranges do not overlap.
std::string overlap_advice(const StampSpan& estimate, const StampSpan& truth);

// The error for an estimate that matches none of the truth: both ranges and the likely remedy.
Error no_match(const trajectory::Trajectory& trajectory, const trajectory::RelationFile& truth,
               const LookupSettings& settings);
Error no_match(const trajectory::Trajectory& trajectory, const trajectory::Trajectory& truth,
               double max_difference);

}  // namespace rubble::evaluation
