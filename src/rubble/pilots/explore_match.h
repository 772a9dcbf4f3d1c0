// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "rubble/pilots/explore_grid.h"

namespace rubble::pilots {

// A robot's place on the map.
struct FlatPose {
  Vec2 position = Vec2::Zero();
  double yaw = 0.0;

  Vec2 operator*(const Vec2& point) const {
    const double c = std::cos(yaw), s = std::sin(yaw);
    return position + Vec2(c * point.x() - s * point.y(), s * point.x() + c * point.y());
  }
};

struct MatchSettings {
  int max_points = 120;
  double reach = 0.12;            // m to each side of the guess
  double step = 0.04;             // m
  double yaw_reach = 0.02;        // rad
  double yaw_step = 0.01;         // rad
  double distance_weight = 10.0;  // 1/m^2: what a departure from the guess costs
  double yaw_weight = 300.0;      // 1/rad^2; a gyro hardly errs from one scan to the next
};

struct Match {
  FlatPose pose;
  double score = 0.0;  // mean nearness of the points to walls of the map, 0..1
};

// The pose around a guess at which a scan's walls lie best on those of the map: all poses of a
// window first, then ever smaller steps around the best.
Match match_scan(const Grid& grid, std::span<const Vec2> points, const FlatPose& guess,
                 const MatchSettings& settings = {});

}  // namespace rubble::pilots
