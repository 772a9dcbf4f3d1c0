// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/geometry/pose2.h"
#include "rubble/mapping/robot_log.h"

namespace rubble::mapping {

using Vec2f = Eigen::Vector2f;

// A sweep as a plan sees it: in the frame of the robot turned level (z upright, x where it heads).
struct PlanarScan {
  double stamp = 0.0;
  Vec2f origin = Vec2f::Zero();       // where the beams begin
  std::vector<Vec2f> hits;            // where beams ended at walls
  std::vector<Vec2f> misses;          // up to where the others met nothing
  Pose2 odometry;                     // of the robot at that moment
  bool has_inertial_heading = false;  // odometry's turns are those of an inertial unit
};

struct PlanarScanSettings {
  double max_hit_range = 30.0;        // m; beams that are longer end as misses there
  double no_return_free_range = 8.0;  // m; what a beam without return says is free at most
  bool handles_ramps = true;  // leave out what is floor or ceiling, by attitude and vertical scan
  bool uses_inertial_heading = true;  // odometry turns as the inertial unit says, if there is one
};

// The scans of the log's level laser, one a sweep, in their order.
std::vector<PlanarScan> planar_scans(const RobotLog& log, const PlanarScanSettings& settings = {});

}  // namespace rubble::mapping
