// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "rubble/pilots/explore/level_scan.h"
#include "rubble/pilots/explore/route.h"

namespace rubble::pilots {

// A flat surface with unreached space behind it, which may be a door. Map frame.
struct DoorCandidate {
  Vec2 from = Vec2::Zero();  // where the robot starts to push
  double yaw = 0.0;          // rad, direction of the push
  double distance = 0.0;     // m from `from` to the door leaf
  int priority = 0;          // 0 to 2, larger is tried first
  void serialize(auto& archive) { archive(from, yaw, distance, priority); }

  Vec2 leaf() const { return from + distance * Vec2(std::cos(yaw), std::sin(yaw)); }
};

// The candidate of the highest priority that was not tried before; ties are broken by path cost.
// Priority 2: free space was seen behind it through a gap; 1: the end of a corridor; 0: any other.
// `nose` is the distance (m) from the centre of the robot to its front.
std::optional<DoorCandidate> best_door_candidate(const Grid& grid, const ShortestPaths& paths,
                                                 double nose, std::span<const Vec2> tried);

// Angle (rad) between the surface ahead of the robot and the perpendicular of its heading; empty if
// too few points are on it.
std::optional<double> slant_ahead(const PlanarScan& scan, double nose);

}  // namespace rubble::pilots
