// SPDX-License-Identifier: Apache-2.0
// What the numbers of files may be: beyond it differences and squares of them are no longer finite
// or have no digits left.
#pragma once

#include <cmath>

#include "rubble/geometry/pose2.h"

namespace rubble::mapping {

constexpr double kMaxCoordinate = 1e9;  // m
constexpr double kMaxAngle = 1e6;       // rad
constexpr double kMaxStamp = 1e20;      // nanoseconds since 1970 are 2e18

inline bool is_stamp(double number) { return std::abs(number) <= kMaxStamp; }
inline bool is_place(const Vec3& place) { return place.cwiseAbs().maxCoeff() <= kMaxCoordinate; }
inline bool is_pose(const Pose2& pose) {
  return std::abs(pose.x) <= kMaxCoordinate && std::abs(pose.y) <= kMaxCoordinate &&
         std::abs(pose.theta) <= kMaxAngle;
}

constexpr const char* kTooLarge =
    "a number is too large: places are within 1e9 m, angles within 1e6 rad, stamps within 1e20";

}  // namespace rubble::mapping
