// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/evaluation/relation_metric.h"

namespace rubble::evaluation {

// Errors of the relations in one range of distance or time: short ranges measure local, long ranges
// global consistency.
struct RangeSummary {
  double low = 0.0;
  double high = 0.0;  // exclusive; infinite for the last
  PartSummary summary;
};

// Empty ranges are omitted.
std::vector<RangeSummary> by_distance_travelled(std::span<const RelationError> errors);  // m
std::vector<RangeSummary> by_time_between(std::span<const RelationError> errors);        // s

// The largest first.
std::vector<RelationError> worst_of(std::span<const RelationError> errors, std::size_t count,
                                    Part part = Part::Translation);

// Shares of a trajectory that relations cover, 0..1.
struct RelationCoverage {
  double time = 0.0;      // between ends of neighbour relations
  double distance = 0.0;  // the same, of the path length
  double loops = 0.0;     // of the path length: within kLoopReach of an end of a loop
};
constexpr double kLoopReach = 1.0;  // m of path
RelationCoverage coverage_of(const trajectory::Trajectory& trajectory,
                             std::span<const RelationError> errors);

}  // namespace rubble::evaluation
