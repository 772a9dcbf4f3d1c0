// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/evaluation/relation_metric.h"

namespace rubble::evaluation {

// Errors of the relations whose ends are so far apart: small is local consistency, large global.
struct RangeSummary {
  double low = 0.0;
  double high = 0.0;  // exclusive; infinite for the last
  PartSummary summary;
};

// Ranges without a relation are left out.
std::vector<RangeSummary> by_distance_travelled(std::span<const RelationError> errors);  // m
std::vector<RangeSummary> by_time_between(std::span<const RelationError> errors);        // s

// The largest first.
std::vector<RelationError> worst_of(std::span<const RelationError> errors, std::size_t count,
                                    Part part = Part::Translation);

// How much of a trajectory the relations say something about, as shares of it.
struct RelationCoverage {
  double time = 0.0;      // between ends of neighbour relations
  double distance = 0.0;  // the same, of the way travelled
  double loops = 0.0;     // of the way: within kLoopReach of an end of a loop
};
constexpr double kLoopReach = 1.0;  // m along the way
RelationCoverage coverage_of(const mapping::Trajectory& trajectory,
                             std::span<const RelationError> errors);

}  // namespace rubble::evaluation
