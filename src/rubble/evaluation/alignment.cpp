// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/alignment.h"

#include <Eigen/SVD>
#include <cmath>

namespace rubble::evaluation {
namespace {

Vec3 middle_of(std::span<const Vec3> points) {
  Vec3 sum = Vec3::Zero();
  for (const Vec3& point : points) sum += point;
  return sum / static_cast<double>(points.size());
}

struct Moments {
  Vec3 estimate_middle;
  Vec3 truth_middle;
  Mat3 cross = Mat3::Zero();  // of truth and estimate
  double spread = 0.0;        // variance of the estimate
};

Moments moments_of(std::span<const Vec3> estimate, std::span<const Vec3> truth, bool is_planar) {
  Moments moments{middle_of(estimate), middle_of(truth)};
  const auto count = static_cast<double>(estimate.size());
  for (std::size_t i = 0; i < estimate.size(); ++i) {
    Vec3 from = estimate[i] - moments.estimate_middle, to = truth[i] - moments.truth_middle;
    if (is_planar) from.z() = to.z() = 0.0;
    moments.cross += to * from.transpose() / count;
    moments.spread += from.squaredNorm() / count;
  }
  return moments;
}

}  // namespace

Result<Alignment> align_points(std::span<const Vec3> estimate, std::span<const Vec3> truth,
                               const AlignmentSettings& settings) {
  RUBBLE_ASSERT(estimate.size() == truth.size());
  if (estimate.empty()) return Error{{}, "there is nothing to align"};
  const Moments moments = moments_of(estimate, truth, settings.is_planar);
  Eigen::JacobiSVD<Mat3> svd(moments.cross, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Vec3 values = svd.singularValues();
  const double noise = 1e-12 * std::max(1e-12, values[0]);
  const bool is_degenerate = settings.is_planar ? values[0] <= 1e-20 : values[1] <= noise;
  if (is_degenerate)
    return Error{{},
                 "the poses stand in one place or on a line, so nothing says how to turn them; "
                 "--align origin does without"};
  Vec3 signs = Vec3::Ones();
  Mat3 turn = Mat3::Identity();
  double fitted = 0.0;
  if (settings.is_planar) {
    const Mat3& c = moments.cross;
    const double yaw = std::atan2(c(1, 0) - c(0, 1), c(0, 0) + c(1, 1));
    turn = Eigen::AngleAxisd(yaw, Vec3::UnitZ()).toRotationMatrix();
    fitted = (c.transpose() * turn).trace();
  } else {
    if (svd.matrixU().determinant() * svd.matrixV().determinant() < 0.0) signs.z() = -1.0;
    turn = svd.matrixU() * signs.asDiagonal() * svd.matrixV().transpose();
    fitted = values.dot(signs);
  }
  Alignment alignment;
  if (settings.has_scale && moments.spread > 0.0) alignment.scale = fitted / moments.spread;
  alignment.truth_from_estimate.rotation = Quat(turn).normalized();
  alignment.truth_from_estimate.position =
      moments.truth_middle - alignment.scale * (turn * moments.estimate_middle);
  return alignment;
}

}  // namespace rubble::evaluation
