// SPDX-License-Identifier: Apache-2.0
// Limits of numbers in files: beyond them squares overflow or differences lose all digits.
#pragma once

#include <cmath>

#include "rubble/geometry/pose2.h"

namespace rubble {

constexpr double kMaxCoordinate = 1e9;  // m
constexpr double kMaxAngle = 1e6;       // rad
constexpr double kMaxStamp = 1e20;      // nanoseconds since 1970 are 2e18

inline bool is_stamp(double number) { return std::abs(number) <= kMaxStamp; }
inline bool is_position(const Vec3& position) {
  return position.cwiseAbs().maxCoeff() <= kMaxCoordinate;
}
inline bool is_pose(const Pose2& pose) {
  return std::abs(pose.x) <= kMaxCoordinate && std::abs(pose.y) <= kMaxCoordinate &&
         std::abs(pose.theta) <= kMaxAngle;
}

constexpr const char* kTooLarge =
    "a number is too large: places are within 1e9 m, angles within 1e6 rad, stamps within 1e20";

}  // namespace rubble
