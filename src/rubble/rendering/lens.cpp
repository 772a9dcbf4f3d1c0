// SPDX-License-Identifier: Apache-2.0
#include "rubble/rendering/lens.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rubble::rendering {
namespace {

bool distorts(const Distortion& d) {
  return d.k1 != 0.0 || d.k2 != 0.0 || d.k3 != 0.0 || d.p1 != 0.0 || d.p2 != 0.0;
}

bool is_same_lens(const Distortion& a, const Distortion& b) {
  return a.k1 == b.k1 && a.k2 == b.k2 && a.k3 == b.k3 && a.p1 == b.p1 && a.p2 == b.p2;
}

double focal_length_of(const CameraSettings& settings) {
  return 0.5 * settings.width / std::tan(0.5 * settings.horizontal_field_of_view);
}

}  // namespace

Vec2 distorted(const Distortion& d, const Vec2& plane) {
  const double x = plane.x();
  const double y = plane.y();
  const double r2 = x * x + y * y;
  const double radial = 1.0 + r2 * (d.k1 + r2 * (d.k2 + r2 * d.k3));
  return {x * radial + 2.0 * d.p1 * x * y + d.p2 * (r2 + 2.0 * x * x),
          y * radial + d.p1 * (r2 + 2.0 * y * y) + 2.0 * d.p2 * x * y};
}

namespace {

// The radius on the plane up to which what is farther out is seen farther out.
double rim_radius(const Distortion& d) {
  constexpr double kFarthest = 20.0;  // that is 87 degrees off the axis
  constexpr double kStep = 1e-3;
  for (double r = kStep; r < kFarthest; r += kStep) {
    const double r2 = r * r;
    if (1.0 + r2 * (3.0 * d.k1 + r2 * (5.0 * d.k2 + r2 * 7.0 * d.k3)) <= 0.0) return r - kStep;
  }
  return kFarthest;
}

// Newton with a slope taken from two small steps; a step is halved while it makes things worse.
std::optional<Vec2> undistorted_within(const Distortion& d, const Vec2& seen, double rim) {
  constexpr double kStep = 1e-6;
  constexpr double kSolved = 1e-6;
  Vec2 plane = seen;
  Vec2 error = distorted(d, plane) - seen;
  for (int round = 0; round < 30 && error.squaredNorm() > 1e-24; ++round) {
    Eigen::Matrix2d slope;
    slope.col(0) = (distorted(d, plane + Vec2(kStep, 0.0)) - seen - error) / kStep;
    slope.col(1) = (distorted(d, plane + Vec2(0.0, kStep)) - seen - error) / kStep;
    if (std::abs(slope.determinant()) < 1e-9) break;
    Vec2 step = slope.inverse() * error;
    Vec2 next_error = distorted(d, plane - step) - seen;
    for (int halving = 0; halving < 8 && next_error.norm() > error.norm(); ++halving) {
      step *= 0.5;
      next_error = distorted(d, plane - step) - seen;
    }
    if (next_error.norm() >= error.norm()) break;
    plane -= step;
    error = next_error;
  }
  if (!(error.norm() < kSolved) || plane.norm() > rim) return std::nullopt;
  return plane;
}

}  // namespace

std::optional<Vec2> undistorted(const Distortion& distortion, const Vec2& seen) {
  return undistorted_within(distortion, seen, rim_radius(distortion));
}

Lens::Lens(const CameraSettings& settings)
    : width_(settings.width),
      height_(settings.height),
      field_of_view_(settings.horizontal_field_of_view),
      distortion_(settings.distortion),
      focal_length_(focal_length_of(settings)),
      step_(1.0 / focal_length_),
      left_(0.5 * width_ / focal_length_),
      top_(0.5 * height_ / focal_length_) {
  for (int column = 0; column < width_; ++column)
    across_.push_back(static_cast<float>(plane(column, 0).x()));
  for (int row = 0; row < height_; ++row) down_.push_back(static_cast<float>(plane(0, row).y()));
  if (!distorts(distortion_)) return;
  constexpr double kNoLight = std::numeric_limits<double>::quiet_NaN();
  const double rim = rim_radius(distortion_);
  table_.reserve(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_));
  for (int row = 0; row < height_; ++row)
    for (int column = 0; column < width_; ++column) {
      const auto place = undistorted_within(distortion_, plane(column, row), rim);
      table_.push_back(place.value_or(Vec2::Constant(kNoLight)).cast<float>());
    }
}

bool Lens::fits(const CameraSettings& settings) const {
  return width_ == settings.width && height_ == settings.height &&
         field_of_view_ == settings.horizontal_field_of_view &&
         is_same_lens(distortion_, settings.distortion);
}

Vec2 Lens::plane(double column, double row) const {
  return {(column + 0.5) * step_ - left_, (row + 0.5) * step_ - top_};
}

// Within a pixel distortion is taken as linear, its slope from the neighbours.
rays::Vec3f Lens::direction(int column, int row, const rays::Vec2f& offset) const {
  if (!is_lit(column, row)) return direction(column, row);
  if (table_.empty())
    return direction(column, row) -
           static_cast<float>(step_) * rays::Vec3f(0.0F, offset.x(), offset.y());
  rays::Vec2f seen = entry(column, row);
  const auto add_slope = [&](const rays::Vec2f& low, const rays::Vec2f& high, int span,
                             float share) {
    const rays::Vec2f slope = (share / static_cast<float>(std::max(1, span))) * (high - low);
    if (slope.allFinite()) seen += slope;
  };
  const int left = std::max(0, column - 1);
  const int right = std::min(width_ - 1, column + 1);
  const int upper = std::max(0, row - 1);
  const int lower = std::min(height_ - 1, row + 1);
  add_slope(entry(left, row), entry(right, row), right - left, offset.x());
  add_slope(entry(column, upper), entry(column, lower), lower - upper, offset.y());
  return {1.0F, -seen.x(), -seen.y()};
}

Vec2 pixel_of(const CameraSettings& settings, const Vec3& point_camera) {
  const Vec2 plane(-point_camera.y() / point_camera.x(), -point_camera.z() / point_camera.x());
  return focal_length_of(settings) * distorted(settings.distortion, plane) +
         0.5 * Vec2(settings.width, settings.height);
}

}  // namespace rubble::rendering
