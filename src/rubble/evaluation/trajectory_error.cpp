// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/trajectory_error.h"

#include <algorithm>
#include <cmath>

#include "rubble/evaluation/stamp_overlap.h"
#include "rubble/geometry/pose2.h"

namespace rubble::evaluation {
namespace {

using trajectory::Trajectory;

// Of several as near the first.
std::size_t nearest_index(const std::vector<StampedPose>& poses, double stamp) {
  const auto is_before = [](const StampedPose& pose, double t) { return pose.stamp < t; };
  auto found = std::lower_bound(poses.begin(), poses.end(), stamp, is_before);
  if (found == poses.end() ||
      (found != poses.begin() && stamp - (found - 1)->stamp <= found->stamp - stamp))
    found = std::lower_bound(poses.begin(), poses.end(), (found - 1)->stamp, is_before);
  return static_cast<std::size_t>(found - poses.begin());
}

struct Associations {
  std::vector<StampedPose> estimate;
  std::vector<StampedPose> truth;
};

Pose flat(const Pose& pose) { return spatial(planar(pose)); }

Associations partners_of(const Trajectory& estimate, const Trajectory& truth,
                         const std::vector<IndexPair>& pairs, bool is_planar) {
  Associations partners;
  for (const auto& [e, t] : pairs) {
    partners.estimate.push_back(estimate.poses[e]);
    partners.truth.push_back(truth.poses[t]);
    if (!is_planar) continue;
    partners.estimate.back().pose = flat(partners.estimate.back().pose);
    partners.truth.back().pose = flat(partners.truth.back().pose);
  }
  return partners;
}

std::vector<Vec3> positions_of(const std::vector<StampedPose>& poses) {
  std::vector<Vec3> positions;
  for (const StampedPose& pose : poses) positions.push_back(pose.pose.position);
  return positions;
}

Result<Alignment> alignment_of(const Associations& partners, AlignMode mode, bool is_planar) {
  if (mode == AlignMode::None) return Alignment{};
  if (mode == AlignMode::Origin)
    return Alignment{partners.truth.front().pose * partners.estimate.front().pose.inverse()};
  return align_points(positions_of(partners.estimate), positions_of(partners.truth),
                      {is_planar, mode == AlignMode::Similarity});
}

double turned_deg(const Pose& off) {
  return degrees(2.0 * std::atan2(off.rotation.vec().norm(), std::abs(off.rotation.w())));
}

// `off` is the estimate seen from the truth.
PoseError pose_error(const Pose& off, const Quat& world_from_truth) {
  const double sign = off.rotation.w() < 0.0 ? -2.0 : 2.0;
  return {.translation = off.position.norm(),
          .rotation_deg = turned_deg(off),
          .translation_vector = off.position,
          .rotation_vector = sign * off.rotation.vec(),
          .world_from_j = world_from_truth};
}

void summarise(const std::vector<PoseError>& errors, statistics::ErrorSummary& translation,
               statistics::ErrorSummary& rotation_deg) {
  std::vector<double> translations, rotations;
  for (const PoseError& error : errors) {
    translations.push_back(error.translation);
    rotations.push_back(error.rotation_deg);
  }
  translation = statistics::summary_of(std::move(translations));
  rotation_deg = statistics::summary_of(std::move(rotations));
}

void add_absolute(const Associations& partners, TrajectoryAssessment& result) {
  for (std::size_t i = 0; i < partners.estimate.size(); ++i) {
    const StampedPose& truth = partners.truth[i];
    PoseError error =
        pose_error(truth.pose.inverse() * partners.estimate[i].pose, truth.pose.rotation);
    error.stamp = partners.estimate[i].stamp;
    error.truth_stamp_i = error.truth_stamp_j = truth.stamp;
    result.errors.push_back(error);
  }
  summarise(result.errors, result.ate, result.ate_rotation_deg);
}

void add_relative(const Associations& partners, const TrajectoryErrorSettings& settings,
                  TrajectoryAssessment& result) {
  for (const auto& [i, j] : delta_pairs(partners.estimate, settings)) {
    const Pose moved = partners.estimate[i].pose.inverse() * partners.estimate[j].pose;
    const Pose truly = partners.truth[i].pose.inverse() * partners.truth[j].pose;
    PoseError error = pose_error(truly.inverse() * moved, partners.truth[j].pose.rotation);
    error.stamp = partners.estimate[j].stamp;
    error.truth_stamp_i = partners.truth[i].stamp;
    error.truth_stamp_j = partners.truth[j].stamp;
    result.relative.push_back(error);
  }
  summarise(result.relative, result.rpe, result.rpe_rotation_deg);
}

}  // namespace

std::vector<IndexPair> associate(const Trajectory& estimate, const Trajectory& truth,
                                 double max_difference) {
  const bool is_estimate_longer = estimate.poses.size() > truth.poses.size();
  const auto& shorter = (is_estimate_longer ? truth : estimate).poses;
  const auto& longer = (is_estimate_longer ? estimate : truth).poses;
  std::vector<IndexPair> pairs;
  for (std::size_t i = 0; i < shorter.size(); ++i) {
    const std::size_t j = nearest_index(longer, shorter[i].stamp);
    if (std::abs(longer[j].stamp - shorter[i].stamp) > max_difference) continue;
    pairs.push_back(is_estimate_longer ? IndexPair{j, i} : IndexPair{i, j});
  }
  return pairs;
}

Result<TrajectoryAssessment> assess_trajectory(const Trajectory& estimate, const Trajectory& truth,
                                               const TrajectoryErrorSettings& settings) {
  for (const Trajectory* one : {&estimate, &truth})
    if (one->poses.empty()) return Error{{one->path}, "has no poses"};
  const auto pairs = associate(estimate, truth, settings.max_difference);
  if (pairs.empty()) return no_match(estimate, truth, settings.max_difference);
  TrajectoryAssessment result;
  result.pairs = pairs.size();
  result.is_planar = settings.is_planar.value_or(estimate.is_planar || truth.is_planar);
  Associations partners = partners_of(estimate, truth, pairs, result.is_planar);
  const auto alignment = alignment_of(partners, settings.align, result.is_planar);
  if (!alignment) return Error{{estimate.path}, alignment.error().message};
  result.alignment = *alignment;
  for (StampedPose& pose : partners.estimate) pose.pose = alignment->apply(pose.pose);
  add_absolute(partners, result);
  add_relative(partners, settings, result);
  result.estimate = positions_of(partners.estimate);
  result.truth = positions_of(partners.truth);
  return result;
}

}  // namespace rubble::evaluation
