// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "rubble/evaluation/alignment.h"
#include "rubble/statistics/summary.h"
#include "rubble/trajectory/trajectory.h"

namespace rubble::evaluation {

enum class AlignMode { None, Origin, Rigid, Similarity };
enum class DeltaUnit { Frames, Metres, Seconds };

struct TrajectoryErrorSettings {
  double max_difference = 0.01;  // s, for the association of poses
  AlignMode align = AlignMode::Rigid;
  std::optional<bool> is_planar;  // nothing: if truth or estimate is
  double delta = 1.0;             // between the two poses of a relative error, in `unit`
  DeltaUnit unit = DeltaUnit::Frames;
  bool all_pairs = false;        // a pair starts at every pose, not only where the last ended
  double delta_tolerance = 0.1;  // relative to delta; for all pairs in metres or seconds
};

// Error of one pose (ATE) or of a step between two (RPE).
struct PoseError {
  double stamp = 0.0;          // of the estimate; for a step, of its end
  double truth_stamp_i = 0.0;  // of the true pose, or of both ends of a step
  double truth_stamp_j = 0.0;
  double translation = 0.0;                // m
  double rotation_deg = 0.0;               // deg
  Vec3 translation_vector = Vec3::Zero();  // m, signed, in the frame of the true robot
  Vec3 rotation_vector = Vec3::Zero();     // rad, likewise
  Quat world_from_j = Quat::Identity();    // of the truth
};

// One estimate against a true trajectory. Definitions as in evo: ATE (Sturm et al. 2012) after
// alignment, RPE over delta.
struct TrajectoryAssessment {
  std::size_t pairs = 0;  // associated poses
  bool is_planar = false;
  Alignment alignment;
  statistics::ErrorSummary ate;  // absolute trajectory error, m
  statistics::ErrorSummary ate_rotation_deg;
  statistics::ErrorSummary
      rpe;  // relative pose error over delta, m; empty if no pair is that far apart
  statistics::ErrorSummary rpe_rotation_deg;
  std::vector<PoseError> errors;    // absolute, sorted by stamp
  std::vector<PoseError> relative;  // relative
  std::vector<Vec3> estimate;       // aligned positions, associated with `truth`
  std::vector<Vec3> truth;
};

Result<TrajectoryAssessment> assess_trajectory(const trajectory::Trajectory& estimate,
                                               const trajectory::Trajectory& truth,
                                               const TrajectoryErrorSettings& settings = {});

// Associates each stamp of the shorter list with the nearest of the longer one: (estimate, truth).
using IndexPair = std::pair<std::size_t, std::size_t>;
std::vector<IndexPair> associate(const trajectory::Trajectory& estimate,
                                 const trajectory::Trajectory& truth, double max_difference);

// The pose pairs of the relative error.
std::vector<IndexPair> delta_pairs(std::span<const StampedPose> poses,
                                   const TrajectoryErrorSettings& settings);

}  // namespace rubble::evaluation
