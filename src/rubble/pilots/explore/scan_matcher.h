// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "rubble/pilots/explore/grid.h"

namespace rubble::pilots {

// Pose of the robot in the map frame.
struct FlatPose {
  Vec2 position = Vec2::Zero();
  double yaw = 0.0;

  void serialize(auto& archive) { archive(position, yaw); }
  Vec2 operator*(const Vec2& point) const {
    const double c = std::cos(yaw), s = std::sin(yaw);
    return position + Vec2(c * point.x() - s * point.y(), s * point.x() + c * point.y());
  }
};

struct MatchSettings {
  int max_points = 120;
  double reach = 0.12;            // m, half width of the search window
  double step = 0.04;             // m
  double yaw_reach = 0.02;        // rad
  double yaw_step = 0.01;         // rad
  double distance_weight = 10.0;  // 1/m^2, quadratic prior on the translation
  double yaw_weight = 300.0;  // 1/rad^2, prior on the rotation; a gyro drifts little between scans
};

struct Match {
  FlatPose pose;
  double score = 0.0;  // mean likelihood of the points, at most 1
};

// Correlative scan matching (Olson 2009) on a likelihood field: exhaustive search of a window
// around the guess, then hill climbing with decreasing steps. Points are in the frame of the robot.
Match match_scan(const Grid& grid, std::span<const Vec2> points, const FlatPose& guess,
                 const MatchSettings& settings = {});

}  // namespace rubble::pilots
