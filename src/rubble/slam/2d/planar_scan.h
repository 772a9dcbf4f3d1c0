// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rubble/geometry/pose2.h"
#include "rubble/logs/robot_log.h"

namespace rubble::slam {

using Vec2f = Eigen::Vector2f;

// A 2-D scan, projected into the levelled robot frame (z up, x along the heading).
struct PlanarScan {
  double stamp = 0.0;
  Vec2f origin = Vec2f::Zero();       // m, of the beams
  std::vector<Vec2f> hits;            // m, end points of beams on walls
  std::vector<Vec2f> misses;          // m, end points of the free part of all other beams
  Pose2 odometry;                     // of the robot at the stamp
  bool has_inertial_heading = false;  // heading from an inertial unit
};

struct PlanarScanSettings {
  double max_hit_range = 30.0;        // m; longer beams become misses of this length
  double no_return_free_range = 8.0;  // m; length of the miss of a beam without return
  bool handles_ramps = true;          // remove floor and ceiling, by attitude and vertical laser
  bool uses_inertial_heading = true;  // if there is an inertial unit
};

// All scans of the mapping laser of a log, in order.
std::vector<PlanarScan> planar_scans(const logs::RobotLog& log,
                                     const PlanarScanSettings& settings = {});

}  // namespace rubble::slam
