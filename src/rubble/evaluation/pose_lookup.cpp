// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/pose_lookup.h"

#include <algorithm>
#include <cmath>

namespace rubble::evaluation {

Pose interpolate(const Pose& from, const Pose& to, double share) {
  return {from.position + share * (to.position - from.position),
          from.rotation.slerp(share, to.rotation)};
}

PoseLookup::PoseLookup(const trajectory::Trajectory& trajectory, const LookupSettings& settings)
    : poses_(trajectory.poses), settings_(settings), travelled_(trajectory.poses.size(), 0.0) {
  for (std::size_t i = 1; i < poses_.size(); ++i)
    travelled_[i] =
        travelled_[i - 1] + (poses_[i].pose.position - poses_[i - 1].pose.position).norm();
}

FoundPose PoseLookup::near(std::size_t index) const {
  return {Match::Near, poses_[index].pose, travelled_[index], 0.0};
}

FoundPose PoseLookup::between(std::size_t later, double stamp) const {
  const auto &before = poses_[later - 1], &after = poses_[later];
  const double gap = after.stamp - before.stamp;
  if (gap > settings_.max_gap) return {.gap = gap};
  const double share = (stamp - before.stamp) / gap;
  return {Match::Between, interpolate(before.pose, after.pose, share),
          travelled_[later - 1] + share * (travelled_[later] - travelled_[later - 1]), gap};
}

FoundPose PoseLookup::at(double stamp) const {
  const auto is_before = [](const StampedPose& pose, double t) { return pose.stamp < t; };
  const auto is_after = [](double t, const StampedPose& pose) { return t < pose.stamp; };
  const auto later = std::lower_bound(poses_.begin(), poses_.end(), stamp, is_before);
  const bool has_later = later != poses_.end(), has_earlier = later != poses_.begin();
  const double ahead = has_later ? later->stamp - stamp : std::numeric_limits<double>::infinity();
  const double behind =
      has_earlier ? stamp - (later - 1)->stamp : std::numeric_limits<double>::infinity();
  const auto index = static_cast<std::size_t>(later - poses_.begin());
  if (std::min(ahead, behind) <= settings_.tolerance) {
    if (behind < ahead) return near(index - 1);
    // Of several poses with one stamp the last said is the one that counts.
    const auto past = std::upper_bound(later, poses_.end(), later->stamp, is_after);
    return near(static_cast<std::size_t>(past - poses_.begin()) - 1);
  }
  return has_later && has_earlier ? between(index, stamp) : FoundPose{};
}

}  // namespace rubble::evaluation
