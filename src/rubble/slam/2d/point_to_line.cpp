// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/point_to_line.h"

#include <Eigen/Cholesky>
#include <cmath>

namespace rubble::slam {
namespace {

constexpr int kMaxSteps = 12;
constexpr double kMinStep = 1e-4;  // m and rad
constexpr double kNoise = 0.03;    // m, sigma of one point across its wall
// Errors of neighbouring points are correlated: each counts as this share of a measurement.
constexpr double kIndependence = 0.1;
constexpr double kRobustScale = 0.06;  // m, scale of the Geman-McClure weight
constexpr double kAlongWall = 0.01;    // weight along the wall relative to across
constexpr double kWithoutWall = 0.2;   // weight if the normal of the wall is unknown
constexpr float kFacing = 0.6F;        // cosine
constexpr double kInlier = 0.1;        // m

struct Sums {
  Mat3 hessian = Mat3::Zero();
  Vec3 gradient = Vec3::Zero();
  int inliers = 0;
  int contradicted = 0;  // in known free space, or on a wall that faces elsewhere
  double residuals = 0.0;
};

// Adds one correspondence to the normal equations.
void add_point(const OrientedPoint& point, const Vec2f& place, const Vec2f& turned,
               const Vec2f& normal, const Surfel& surfel, Sums& sums) {
  const bool has_wall = !surfel.normal.isZero();
  const bool knows_both = has_wall && !point.normal.isZero();
  if (knows_both && normal.dot(surfel.normal) < kFacing) {
    ++sums.contradicted;
    return;
  }
  const Vec2 off = (place - surfel.mean).cast<double>();
  const Vec2 across = has_wall ? Vec2(surfel.normal.cast<double>()) : Vec2(0.0, 0.0);
  const double distance = has_wall ? std::abs(across.dot(off)) : off.norm();
  const double root_weight = 1.0 / (1.0 + distance * distance / (kRobustScale * kRobustScale));
  const double weight = root_weight * root_weight * kIndependence / (kNoise * kNoise);
  Eigen::Matrix2d metric = Eigen::Matrix2d::Identity() * (has_wall ? kAlongWall : kWithoutWall);
  metric += (1.0 - kAlongWall) * across * across.transpose();
  Eigen::Matrix<double, 2, 3> jacobian;
  jacobian << 1.0, 0.0, -static_cast<double>(turned.y()), 0.0, 1.0, static_cast<double>(turned.x());
  const Eigen::Matrix<double, 3, 2> weighted = weight * jacobian.transpose() * metric;
  sums.hessian += weighted * jacobian;
  sums.gradient += weighted * off;
  if (distance < kInlier) {
    ++sums.inliers;
    sums.residuals += distance;
  }
}

Sums sums_at(const SurfelMap& map, std::span<const OrientedPoint> points, const Pose2& pose) {
  Sums sums;
  const float c = static_cast<float>(std::cos(pose.theta));
  const float s = static_cast<float>(std::sin(pose.theta));
  const Vec2f shift = pose.position().cast<float>();
  for (const OrientedPoint& point : points) {
    const Vec2f& p = point.point;
    const Vec2f turned(c * p.x() - s * p.y(), s * p.x() + c * p.y());
    const Vec2f place = shift + turned;
    const Surfel* surfel = map.nearest(place);
    if (surfel == nullptr) {
      if (map.free_space().is_free(place)) ++sums.contradicted;
      continue;
    }
    const Vec2f& n = point.normal;
    const Vec2f normal(c * n.x() - s * n.y(), s * n.x() + c * n.y());
    add_point(point, place, turned, normal, *surfel, sums);
  }
  return sums;
}

}  // namespace

ScanAlignment align_point_to_line(const SurfelMap& map, std::span<const OrientedPoint> points,
                                  const Pose2& start, const PosePrior& prior) {
  ScanAlignment result{.map_from_scan = start};
  Pose2& pose = result.map_from_scan;
  for (int step = 0; step < kMaxSteps; ++step) {
    const Sums sums = sums_at(map, points, pose);
    const Vec3 off_prior(pose.x - prior.map_from_scan.x, pose.y - prior.map_from_scan.y,
                         wrap_angle(pose.theta - prior.map_from_scan.theta));
    const Mat3 hessian = sums.hessian + prior.information + 1e-3 * Mat3::Identity();
    const Vec3 move = hessian.ldlt().solve(-sums.gradient - prior.information * off_prior);
    pose = {pose.x + move.x(), pose.y + move.y(), wrap_angle(pose.theta + move.z())};
    if (move.cwiseAbs().maxCoeff() < kMinStep) break;
  }
  const Sums sums = sums_at(map, points, pose);
  result.information = sums.hessian;
  if (!points.empty())
    result.inlier_share = static_cast<double>(sums.inliers) / static_cast<double>(points.size());
  const int known = sums.inliers + sums.contradicted;
  if (known > 0) result.support = static_cast<double>(sums.inliers) / known;
  if (sums.inliers > 0) result.mean_residual = sums.residuals / sums.inliers;
  return result;
}

}  // namespace rubble::slam
