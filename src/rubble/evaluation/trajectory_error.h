// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "rubble/evaluation/alignment.h"
#include "rubble/evaluation/summary.h"
#include "rubble/mapping/trajectory.h"

namespace rubble::evaluation {

enum class AlignMode { None, Origin, Rigid, Similarity };
enum class DeltaUnit { Frames, Metres, Seconds };

struct TrajectoryErrorSettings {
  double max_difference = 0.01;  // s between poses that are taken for the same moment
  AlignMode align = AlignMode::Rigid;
  std::optional<bool> is_planar;  // nothing: where truth or estimate is
  double delta = 1.0;             // between the two poses of a relative error
  DeltaUnit unit = DeltaUnit::Frames;
  bool all_pairs = false;        // every pose begins a pair, not only where the last one ended
  double delta_tolerance = 0.1;  // of all pairs in metres or seconds: share of delta
};

// Of one pose, or of the step between two.
struct PoseError {
  double stamp = 0.0;          // of the estimate; of a step its end
  double truth_stamp_i = 0.0;  // of the true poses: the same twice, or the two of a step
  double truth_stamp_j = 0.0;
  double translation = 0.0;                // m
  double rotation_deg = 0.0;               // deg
  Vec3 translation_vector = Vec3::Zero();  // m, the same with signs, in the true robot's frame
  Vec3 rotation_vector = Vec3::Zero();     // rad, likewise
  Quat world_from_j = Quat::Identity();    // of the truth
};

// One estimate against a true trajectory; definitions are those of evo.
struct TrajectoryAssessment {
  std::size_t pairs = 0;  // poses that have a partner
  bool is_planar = false;
  Alignment alignment;
  ErrorSummary ate;  // absolute, m
  ErrorSummary ate_rotation_deg;
  ErrorSummary rpe;  // relative over delta, m; empty if no pair is that far apart
  ErrorSummary rpe_rotation_deg;
  std::vector<PoseError> errors;    // absolute ones over time
  std::vector<PoseError> relative;  // those of steps
  std::vector<Vec3> estimate;       // aligned positions, and their partners
  std::vector<Vec3> truth;
};

Result<TrajectoryAssessment> assess_trajectory(const mapping::Trajectory& estimate,
                                               const mapping::Trajectory& truth,
                                               const TrajectoryErrorSettings& settings = {});

// Each stamp of the shorter list with the nearest of the longer one, as (estimate, truth).
using IndexPair = std::pair<std::size_t, std::size_t>;
std::vector<IndexPair> associate(const mapping::Trajectory& estimate,
                                 const mapping::Trajectory& truth, double max_difference);

// Which poses a relative error is taken between.
std::vector<IndexPair> delta_pairs(std::span<const mapping::StampedPose> poses,
                                   const TrajectoryErrorSettings& settings);

}  // namespace rubble::evaluation
