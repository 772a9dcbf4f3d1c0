// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "rubble/slam/2d/point_to_line.h"

// Relocalization: global search within the reachable set, used when odometry is missing or
// implausible.
namespace rubble::slam {

// The scan, in the frame of the robot.
struct RelocalizationScan {
  Vec2f origin = Vec2f::Zero();
  std::span<const OrientedPoint> search_points;     // coarse, for the search
  std::span<const OrientedPoint> alignment_points;  // dense, for alignment and score
};

// Motion prior.
struct RelocalizationPrior {
  Pose2 map_from_last;            // pose of the previous scan
  Pose2 last_step;                // previous motion, in the robot frame
  std::optional<Pose2> odometry;  // implausible odometry, if there is any
  double reach = 3.5;             // m, half width of the search window
  double turn = 1.5;              // rad
};

struct Relocalization {
  ScanAlignment alignment;
  double score = 0.0;  // inlier share less penalties, see relocalize(); at most 1
  // Of the best pose more than 0.5 m or 0.2 rad away; a small margin means an ambiguous match.
  double runner_up_score = 0.0;
};

// Branch-and-bound search for candidate poses, point-to-line alignment of each, and the best by
//   score = inlier share
//         - penalty for points in known free space of the map
//         - penalty for map walls inside the free space of the scan
//         - motion prior (forward arcs, constant velocity, odometry if any).
// Nothing if no pose has an inlier.
std::optional<Relocalization> relocalize(const SurfelMap& map, const RelocalizationScan& scan,
                                         const RelocalizationPrior& start);

}  // namespace rubble::slam
