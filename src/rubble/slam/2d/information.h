// SPDX-License-Identifier: Apache-2.0
// Information matrices (inverse covariances of x, y, theta) of planar poses.
#pragma once

#include <Eigen/LU>

#include "rubble/geometry/pose2.h"

namespace rubble::slam {

// Rotates the information matrix into another frame. theta: heading of the old axes in the new
// ones.
inline Mat3 turned_axes(const Mat3& information, double theta) {
  Mat3 turn = Mat3::Identity();
  turn.topLeftCorner<2, 2>() = Eigen::Rotation2Dd(theta).toRotationMatrix();
  return turn * information * turn.transpose();
}

// Adds independent noise: standard deviations of position (m) and heading (rad).
inline Mat3 weakened(const Mat3& information, double distance, double turn) {
  const Vec3 added(distance * distance, distance * distance, turn * turn);
  const Mat3 covariance = (information + 1e-2 * Mat3::Identity()).inverse();
  return (covariance + Mat3(added.asDiagonal())).inverse();
}

// Covariance of j_from_i from that of i_from_j, to first order.
inline Mat3 inverse_covariance(const Mat3& covariance, const Pose2& i_from_j) {
  const Pose2 j_from_i = i_from_j.inverse();
  Mat3 jacobian = Mat3::Identity();
  jacobian.topLeftCorner<2, 2>() = -Eigen::Rotation2Dd(-i_from_j.theta).toRotationMatrix();
  jacobian(0, 2) = j_from_i.y;
  jacobian(1, 2) = -j_from_i.x;
  jacobian(2, 2) = -1.0;
  return jacobian * covariance * jacobian.transpose();
}

}  // namespace rubble::slam
