// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/relation_metric.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "rubble/evaluation/stamp_overlap.h"
#include "rubble/geometry/pose2.h"

namespace rubble::evaluation {
namespace {

using trajectory::Relation;
using Weights = std::array<double, 6>;

Vec3 weighted(const Vec3& parts, double first, double second, double third) {
  return {std::sqrt(first) * parts.x(), std::sqrt(second) * parts.y(),
          std::sqrt(third) * parts.z()};
}

double weighted_length(const Vec3& parts, double first, double second, double third) {
  return std::sqrt(first * parts.x() * parts.x() + second * parts.y() * parts.y() +
                   third * parts.z() * parts.z());
}

void measure_plan(const Pose& truth, const Pose& estimate, const Weights& weights,
                  RelationError& error) {
  const Pose2 off = planar(truth).inverse() * planar(estimate);
  error.translation = weighted_length({off.x, off.y, 0.0}, weights[0], weights[1], 0.0);
  error.rotation_deg = degrees(std::sqrt(weights[5]) * std::abs(off.theta));
  error.translation_vector = weighted({off.x, off.y, 0.0}, weights[0], weights[1], 0.0);
  error.rotation_vector = {0.0, 0.0, std::sqrt(weights[5]) * off.theta};
}

// The angle of a rotation, exact for small ones too.
double angle_of(const Quat& rotation) {
  return 2.0 * std::atan2(rotation.vec().norm(), std::abs(rotation.w()));
}

void measure_space(const Pose& truth, const Pose& estimate, const Weights& weights,
                   RelationError& error) {
  const Pose off = truth.inverse() * estimate;
  error.translation = weighted_length(off.position, weights[0], weights[1], weights[2]);
  error.translation_vector = weighted(off.position, weights[0], weights[1], weights[2]);
  const RollPitchYaw angles = roll_pitch_yaw_of(off.rotation);
  error.rotation_vector =
      weighted({angles.roll, angles.pitch, angles.yaw}, weights[3], weights[4], weights[5]);
  if (weights[3] == weights[4] && weights[4] == weights[5]) {
    error.rotation_deg = degrees(std::sqrt(weights[3]) * angle_of(off.rotation));
    return;
  }
  error.rotation_deg = degrees(
      weighted_length({angles.roll, angles.pitch, angles.yaw}, weights[3], weights[4], weights[5]));
}

// Whether an end fell on a pose or between two is kept in the error; nothing if one has no match.
std::optional<RelationError> error_of(const Relation& given, const PoseLookup& lookup,
                                      const Weights& weights, bool is_planar, double& longest_gap) {
  const Relation relation = trajectory::earlier_first(given);
  const FoundPose i = lookup.at(relation.stamp_i), j = lookup.at(relation.stamp_j);
  if (i.match == Match::None || j.match == Match::None) return {};
  longest_gap = std::max({longest_gap, i.gap, j.gap});
  RelationError error{.line = relation.line,
                      .stamp_i = relation.stamp_i,
                      .stamp_j = relation.stamp_j,
                      .is_loop = trajectory::is_loop(relation),
                      .is_interpolated = i.match == Match::Between || j.match == Match::Between,
                      .travelled = std::abs(j.travelled - i.travelled),
                      .from = i.pose.position,
                      .to = j.pose.position};
  const Pose estimate =
      is_planar ? spatial(planar(i.pose).inverse() * planar(j.pose)) : i.pose.inverse() * j.pose;
  (is_planar ? measure_plan : measure_space)(relation.i_from_j, estimate, weights, error);
  error.world_from_j = is_planar ? spatial(planar(j.pose)).rotation : j.pose.rotation;
  return error;
}

void sort_by_time(std::vector<RelationError>& errors) {
  const auto key = [](const RelationError& e) {
    return std::tuple(e.stamp_j, e.stamp_i, e.translation, e.rotation_deg);
  };
  std::stable_sort(errors.begin(), errors.end(),
                   [&](const RelationError& a, const RelationError& b) { return key(a) < key(b); });
}

std::vector<RelationError> kind_of(std::span<const RelationError> errors, bool is_loop) {
  std::vector<RelationError> part;
  std::copy_if(errors.begin(), errors.end(), std::back_inserter(part),
               [&](const RelationError& error) { return error.is_loop == is_loop; });
  return part;
}

Result<void> check_input(const trajectory::Trajectory& trajectory,
                         const trajectory::RelationFile& truth) {
  if (truth.relations.empty()) return Error{{truth.path}, "has no relations: nothing to judge by"};
  if (trajectory.poses.empty()) return Error{{trajectory.path}, "has no poses: nothing to judge"};
  for (const Relation& relation : truth.relations)
    if (!is_finite(relation.i_from_j) || !std::isfinite(relation.stamp_i) ||
        !std::isfinite(relation.stamp_j))
      return Error{{truth.path, relation.line}, "a relation wants finite numbers only"};
  for (const StampedPose& pose : trajectory.poses)
    if (!is_finite(pose.pose) || !std::isfinite(pose.stamp))
      return Error{{trajectory.path}, "a trajectory wants finite numbers only"};
  return {};
}

}  // namespace

PartSummary summary_of_errors(std::span<const RelationError> errors) {
  std::vector<double> translations, rotations;
  for (const RelationError& error : errors) {
    translations.push_back(error.translation);
    rotations.push_back(error.rotation_deg);
  }
  return {statistics::summary_of(std::move(translations)),
          statistics::summary_of(std::move(rotations))};
}

Result<RelationAssessment> assess_relations(const trajectory::Trajectory& trajectory,
                                            const trajectory::RelationFile& truth,
                                            const MetricSettings& settings) {
  if (const auto checked = check_input(trajectory, truth); !checked) return checked.error();
  RelationAssessment result;
  result.is_planar = settings.is_planar.value_or(truth.is_planar || trajectory.is_planar);
  const PoseLookup lookup(trajectory, settings.lookup);
  for (std::size_t k = 0; k < truth.relations.size(); ++k) {
    auto error = error_of(truth.relations[k], lookup, settings.weights, result.is_planar,
                          result.longest_gap);
    if (!error) {
      ++result.unmatched;
      continue;
    }
    ++(error->is_interpolated ? result.interpolated : result.matched);
    error->relation = k;
    result.errors.push_back(*error);
  }
  if (result.errors.empty()) return no_match(trajectory, truth, settings.lookup);
  sort_by_time(result.errors);
  result.all = summary_of_errors(result.errors);
  result.neighbour = summary_of_errors(kind_of(result.errors, false));
  result.loop = summary_of_errors(kind_of(result.errors, true));
  return result;
}

}  // namespace rubble::evaluation
