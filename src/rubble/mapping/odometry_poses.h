// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "rubble/mapping/robot_log.h"

namespace rubble::mapping {

// Where the robot was at one moment, on the plane.
struct StampedPose2 {
  double stamp = 0.0;
  Pose2 pose;
};

// Poses at the stamps of odometry, between those of scans (in the order of their stamps). Odometry
// gives the shape of the path: carried on from the scan before and led back from the scan after,
// the two blended by the share of the way driven, so that every scan's pose is met exactly. Where
// odometry jumps, each side hangs on its own scan. Before the first scan and after the last one
// odometry is carried on.
std::vector<StampedPose2> poses_at_odometry(std::span<const StampedOdometry> odometry,
                                            std::span<const StampedPose2> scans);

// The scans and, where no scan has the same stamp, odometry; in the order of their stamps.
std::vector<StampedPose2> poses_of_all(std::span<const StampedOdometry> odometry,
                                       std::span<const StampedPose2> scans);

}  // namespace rubble::mapping
