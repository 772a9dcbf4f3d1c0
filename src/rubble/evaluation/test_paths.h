// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "rubble/base/random.h"
#include "rubble/geometry/pose2.h"
#include "rubble/trajectory/relation.h"
#include "rubble/trajectory/trajectory.h"

namespace rubble::evaluation::test {

inline trajectory::Trajectory planar_trajectory(
    const std::vector<std::pair<double, Pose2>>& poses) {
  trajectory::Trajectory trajectory;
  trajectory.is_planar = true;
  trajectory.path = "estimate.txt";
  for (const auto& [stamp, pose] : poses) trajectory.poses.push_back({stamp, spatial(pose)});
  return trajectory;
}

// Round and round a rectangle-like curve, ten poses a second.
inline trajectory::Trajectory rounds(int count) {
  std::vector<std::pair<double, Pose2>> poses;
  for (int i = 0; i < count; ++i) {
    const double t = 0.1 * i, phase = 0.05 * t;
    poses.push_back(
        {t, {8.0 * std::cos(phase), 5.0 * std::sin(phase), wrap_angle(phase + kPi / 2)}});
  }
  return planar_trajectory(poses);
}

inline trajectory::Relation true_relation(const trajectory::Trajectory& truth, std::size_t i,
                                          std::size_t j) {
  return {truth.poses[i].stamp, truth.poses[j].stamp,
          truth.poses[i].pose.inverse() * truth.poses[j].pose, 0};
}

// Neighbours half a second apart, and a loop back over one round from every fifth.
inline trajectory::RelationFile true_relations(const trajectory::Trajectory& truth) {
  constexpr std::size_t kRound = 1257;
  trajectory::RelationFile file;
  file.path = "truth.relations";
  for (std::size_t i = 0; i + 5 < truth.poses.size(); i += 5) {
    file.relations.push_back(true_relation(truth, i, i + 5));
    if (i % 25 == 0 && i + kRound < truth.poses.size())
      file.relations.push_back(true_relation(truth, i, i + kRound));
  }
  return file;
}

// Of the given size at each pose; `memory` of the last pose's is in the next.
inline trajectory::Trajectory with_noise(trajectory::Trajectory trajectory, std::uint64_t seed,
                                         double sigma, double memory = 0.0) {
  Random random(seed, "noise");
  const double fresh = std::sqrt(1.0 - memory * memory);
  Vec3 off = Vec3::Zero();
  for (std::size_t i = 0; i < trajectory.poses.size(); ++i) {
    for (double& part : off) part = memory * part + (i == 0 ? 1.0 : fresh) * random.normal();
    Pose2 moved = planar(trajectory.poses[i].pose);
    moved.x += sigma * off.x();
    moved.y += sigma * off.y();
    moved.theta += 0.2 * sigma * off.z();
    trajectory.poses[i].pose = spatial(moved);
  }
  return trajectory;
}

// As if put together from steps that are wrong by a millimetre and 0.1 degrees each.
inline trajectory::Trajectory with_drift(const trajectory::Trajectory& truth, std::uint64_t seed) {
  Random random(seed, "drift");
  trajectory::Trajectory drifted = truth;
  for (std::size_t i = 1; i < truth.poses.size(); ++i) {
    Pose2 step = planar(truth.poses[i - 1].pose.inverse() * truth.poses[i].pose);
    step.x += 0.001 * random.normal();
    step.y += 0.001 * random.normal();
    step.theta += radians(0.1) * random.normal();
    drifted.poses[i].pose = drifted.poses[i - 1].pose * spatial(step);
  }
  return drifted;
}

}  // namespace rubble::evaluation::test
