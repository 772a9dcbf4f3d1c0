// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "rubble/logs/robot_log.h"

namespace rubble::slam {

// A planar pose with its stamp.
struct StampedPose2 {
  double stamp = 0.0;
  Pose2 pose;
};

// Poses at the stamps of odometry between optimised scan poses (both sorted by stamp). Odometry is
// integrated forward from the previous scan and backward from the next one, and the two are blended
// by the share of path length, so that every scan pose is met exactly. Across an odometry jump each
// side uses its own scan only. Before the first and after the last scan odometry is extrapolated.
std::vector<StampedPose2> poses_at_odometry(std::span<const logs::StampedOdometry> odometry,
                                            std::span<const StampedPose2> scans);

// Scan poses and, at stamps without a scan, odometry poses; sorted by stamp.
std::vector<StampedPose2> poses_of_all(std::span<const logs::StampedOdometry> odometry,
                                       std::span<const StampedPose2> scans);

}  // namespace rubble::slam
