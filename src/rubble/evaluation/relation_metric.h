// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "rubble/evaluation/pose_lookup.h"
#include "rubble/statistics/summary.h"
#include "rubble/trajectory/relation.h"

namespace rubble::evaluation {

struct MetricSettings {
  LookupSettings lookup;
  // Weights of the squared x y z and roll pitch yaw of each error.
  std::array<double, 6> weights{1, 1, 1, 1, 1, 1};
  std::optional<bool> is_planar;  // nothing: if truth or estimate is
};

enum class Part { Translation, Rotation };

// Error of an estimate at one relation; i is the earlier end.
struct RelationError {
  std::size_t relation = 0;  // index of the input list
  int line = 0;              // of its file
  double stamp_i = 0.0;
  double stamp_j = 0.0;
  bool is_loop = false;
  bool is_interpolated = false;
  double translation = 0.0;                // m
  double rotation_deg = 0.0;               // deg
  Vec3 translation_vector = Vec3::Zero();  // m, signed, in the robot frame at j
  Vec3 rotation_vector = Vec3::Zero();     // rad, likewise
  Quat world_from_j = Quat::Identity();    // of the estimate
  double travelled = 0.0;                  // m, along the estimate, from i to j
  Vec3 from = Vec3::Zero();                // m, estimated position at i
  Vec3 to = Vec3::Zero();                  // m, estimated position at j
};

struct PartSummary {
  statistics::ErrorSummary translation;   // m
  statistics::ErrorSummary rotation_deg;  // deg
};

struct RelationAssessment {
  std::size_t matched = 0;  // both ends at a pose
  std::size_t interpolated = 0;
  std::size_t unmatched = 0;
  bool is_planar = true;
  double longest_gap = 0.0;  // s, the longest one interpolated across
  PartSummary all;
  PartSummary neighbour;
  PartSummary loop;
  std::vector<RelationError> errors;  // sorted by the later stamp
};

// Relation metric (Kuemmerle et al. 2009, "On measuring the accuracy of SLAM algorithms"): the
// relative pose of the estimate between two moments against the true one. Needs no common frame. If
// nothing matches, the error suggests what is wrong with the stamps.
Result<RelationAssessment> assess_relations(const trajectory::Trajectory& trajectory,
                                            const trajectory::RelationFile& truth,
                                            const MetricSettings& settings = {});

PartSummary summary_of_errors(std::span<const RelationError> errors);

}  // namespace rubble::evaluation
