// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/odometry_poses.h"

#include <algorithm>
#include <cmath>

namespace rubble::slam {
namespace {

constexpr double kRadianAsWay = 0.5;  // m of path per radian of rotation
constexpr double kMinWay = 1e-4;      // m; with less, time says where between two scans it is
constexpr double kJumpSpeed = 3.0;    // m/s; what is faster is no motion: wheels were set anew
constexpr double kMinJump = 0.3;      // m

// What odometry says of any moment.
class OdometryShape {
 public:
  explicit OdometryShape(std::span<const logs::StampedOdometry> moments) : moments_(moments) {
    way_.resize(moments.size(), 0.0);
    jumps_.resize(moments.size(), 0);
    for (std::size_t i = 1; i < moments.size(); ++i) {
      const Pose2 step = moments[i - 1].pose.inverse() * moments[i].pose;
      way_[i] = way_[i - 1] + std::hypot(step.x, step.y) +
                kRadianAsWay * std::abs(wrap_angle(step.theta));
      const double length = std::hypot(step.x, step.y);
      const bool is_jump =
          length > kMinJump && length > kJumpSpeed * (moments[i].stamp - moments[i - 1].stamp);
      jumps_[i] = jumps_[i - 1] + (is_jump ? 1 : 0);
    }
  }

  struct Moment {
    Pose2 pose;
    double way = 0.0;  // m since the first
    int jumps = 0;     // since the first
  };
  Moment at(double stamp) const {
    const auto after = std::lower_bound(
        moments_.begin(), moments_.end(), stamp,
        [](const logs::StampedOdometry& moment, double sought) { return moment.stamp < sought; });
    const auto index = static_cast<std::size_t>(after - moments_.begin());
    if (index == 0) return moment(0);
    if (index == moments_.size()) return moment(index - 1);
    const logs::StampedOdometry &from = moments_[index - 1], &to = moments_[index];
    double share = (stamp - from.stamp) / (to.stamp - from.stamp);
    if (jumps_[index] != jumps_[index - 1]) share = share < 0.5 ? 0.0 : 1.0;
    return {{std::lerp(from.pose.x, to.pose.x, share), std::lerp(from.pose.y, to.pose.y, share),
             wrap_angle(from.pose.theta + share * wrap_angle(to.pose.theta - from.pose.theta))},
            std::lerp(way_[index - 1], way_[index], share),
            share < 1.0 ? jumps_[index - 1] : jumps_[index]};
  }
  Moment moment(std::size_t index) const {
    return {moments_[index].pose, way_[index], jumps_[index]};
  }

 private:
  std::span<const logs::StampedOdometry> moments_;
  std::vector<double> way_;
  std::vector<int> jumps_;
};

Pose2 blended(const Pose2& from, const Pose2& to, double share) {
  return {std::lerp(from.x, to.x, share), std::lerp(from.y, to.y, share),
          wrap_angle(from.theta + share * wrap_angle(to.theta - from.theta))};
}

// Two scans that follow each other, and odometry at both.
struct ScanGap {
  StampedPose2 from, to;
  OdometryShape::Moment odometry_from, odometry_to;

  // What is before a jump hangs on the scan before, what is after it on the other.
  double share_at(double stamp, const OdometryShape::Moment& odometry) const {
    if (odometry_to.jumps != odometry_from.jumps)
      return odometry.jumps == odometry_from.jumps ? 0.0 : 1.0;
    const double way = odometry_to.way - odometry_from.way;
    return way > kMinWay ? (odometry.way - odometry_from.way) / way
                         : (stamp - from.stamp) / (to.stamp - from.stamp);
  }

  Pose2 at(double stamp, const OdometryShape::Moment& odometry) const {
    const double share = share_at(stamp, odometry);
    return blended(from.pose * (odometry_from.pose.inverse() * odometry.pose),
                   to.pose * (odometry_to.pose.inverse() * odometry.pose), share);
  }
};

}  // namespace

std::vector<StampedPose2> poses_at_odometry(std::span<const logs::StampedOdometry> odometry,
                                            std::span<const StampedPose2> scans) {
  std::vector<StampedPose2> poses;
  if (scans.empty()) return poses;
  poses.reserve(odometry.size());
  const OdometryShape shape(odometry);
  std::size_t later = 0;  // the first scan after the moment
  for (std::size_t i = 0; i < odometry.size(); ++i) {
    const double stamp = odometry[i].stamp;
    while (later < scans.size() && scans[later].stamp <= stamp) ++later;
    const OdometryShape::Moment now = shape.moment(i);
    if (later > 0 && scans[later - 1].stamp == stamp) {
      poses.push_back({stamp, scans[later - 1].pose});
    } else if (later == 0 || later == scans.size()) {
      const StampedPose2& end = later == 0 ? scans.front() : scans.back();
      poses.push_back({stamp, end.pose * (shape.at(end.stamp).pose.inverse() * now.pose)});
    } else {
      const StampedPose2 &from = scans[later - 1], &to = scans[later];
      const ScanGap stretch{from, to, shape.at(from.stamp), shape.at(to.stamp)};
      poses.push_back({stamp, stretch.at(stamp, now)});
    }
  }
  return poses;
}

std::vector<StampedPose2> poses_of_all(std::span<const logs::StampedOdometry> odometry,
                                       std::span<const StampedPose2> scans) {
  std::vector<StampedPose2> all(scans.begin(), scans.end());
  const auto is_before = [](const StampedPose2& one, const StampedPose2& other) {
    return one.stamp < other.stamp;
  };
  for (const StampedPose2& moment : poses_at_odometry(odometry, scans))
    if (!std::binary_search(scans.begin(), scans.end(), moment, is_before)) all.push_back(moment);
  std::stable_sort(all.begin(), all.end(), is_before);
  return all;
}

}  // namespace rubble::slam
