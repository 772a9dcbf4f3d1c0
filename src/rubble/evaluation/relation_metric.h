// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "rubble/evaluation/pose_lookup.h"
#include "rubble/evaluation/summary.h"
#include "rubble/mapping/relation.h"

namespace rubble::evaluation {

struct MetricSettings {
  LookupSettings lookup;
  // Of the squares of x y z and roll pitch yaw of each error.
  std::array<double, 6> weights{1, 1, 1, 1, 1, 1};
  std::optional<bool> is_planar;  // nothing: where truth or estimate is
};

enum class Part { Translation, Rotation };

// How far an estimate is off at one relation; the earlier end is i.
struct RelationError {
  std::size_t relation = 0;  // of the list that was given
  int line = 0;              // of its file
  double stamp_i = 0.0;
  double stamp_j = 0.0;
  bool is_loop = false;
  bool is_interpolated = false;
  double translation = 0.0;                // m
  double rotation_deg = 0.0;               // deg
  Vec3 translation_vector = Vec3::Zero();  // m, the same with signs, in the robot's frame at j
  Vec3 rotation_vector = Vec3::Zero();     // rad, likewise
  Quat world_from_j = Quat::Identity();    // of the estimate
  double travelled = 0.0;                  // m, along the estimate, from i to j
  Vec3 from = Vec3::Zero();                // where the estimate has its ends
  Vec3 to = Vec3::Zero();
};

struct PartSummary {
  ErrorSummary translation;   // m
  ErrorSummary rotation_deg;  // deg
};

struct RelationAssessment {
  std::size_t matched = 0;  // both ends on a pose
  std::size_t interpolated = 0;
  std::size_t unmatched = 0;
  bool is_planar = true;
  double longest_gap = 0.0;  // s, that was interpolated across
  PartSummary all;
  PartSummary neighbour;
  PartSummary loop;
  std::vector<RelationError> errors;  // by the later stamp; the order of the file does not matter
};

// The metric of relations (Kuemmerle et al. 2009): the displacement of the estimate between two
// moments against the true one. It needs no common frame. Without any match it is an error that
// says what probably is wrong with the stamps.
Result<RelationAssessment> assess_relations(const mapping::Trajectory& trajectory,
                                            const mapping::RelationFile& truth,
                                            const MetricSettings& settings = {});

PartSummary summary_of_errors(std::span<const RelationError> errors);

}  // namespace rubble::evaluation
