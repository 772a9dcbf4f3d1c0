// SPDX-License-Identifier: Apache-2.0
#include "rubble/rendering/lens.h"

#include <cmath>

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

// Newton with a slope taken from two small steps; a step is halved while it makes things worse.
Vec2 undistorted(const Distortion& d, const Vec2& seen) {
  constexpr double kStep = 1e-6;
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
  return plane;
}

Lens::Lens(const CameraSettings& settings)
    : width_(settings.width),
      height_(settings.height),
      field_of_view_(settings.horizontal_field_of_view),
      distortion_(settings.distortion),
      fineness_(std::max(1, settings.antialiasing)),
      focal_length_(focal_length_of(settings)),
      step_(1.0 / (focal_length_ * fineness_)),
      left_(0.5 * width_ / focal_length_),
      top_(0.5 * height_ / focal_length_) {
  if (!distorts(distortion_)) return;
  table_.reserve(static_cast<std::size_t>(width_ * fineness_) *
                 static_cast<std::size_t>(height_ * fineness_));
  for (int row = 0; row < height_ * fineness_; ++row)
    for (int column = 0; column < width_ * fineness_; ++column)
      table_.push_back(undistorted(distortion_, plane(column, row)).cast<float>());
}

bool Lens::fits(const CameraSettings& settings) const {
  return width_ == settings.width && height_ == settings.height &&
         field_of_view_ == settings.horizontal_field_of_view &&
         fineness_ == std::max(1, settings.antialiasing) &&
         is_same_lens(distortion_, settings.distortion);
}

Vec2 Lens::plane(int fine_column, int fine_row) const {
  return {(fine_column + 0.5) * step_ - left_, (fine_row + 0.5) * step_ - top_};
}

rays::Vec3f Lens::direction(int column, int row, int sub_column, int sub_row) const {
  const int fine_column = column * fineness_ + sub_column;
  const int fine_row = row * fineness_ + sub_row;
  const rays::Vec2f seen = table_.empty()
                               ? rays::Vec2f(plane(fine_column, fine_row).cast<float>())
                               : table_[static_cast<std::size_t>(fine_row) *
                                            static_cast<std::size_t>(width_ * fineness_) +
                                        static_cast<std::size_t>(fine_column)];
  return {1.0F, -seen.x(), -seen.y()};
}

Vec2 pixel_of(const CameraSettings& settings, const Vec3& point_camera) {
  const Vec2 plane(-point_camera.y() / point_camera.x(), -point_camera.z() / point_camera.x());
  return focal_length_of(settings) * distorted(settings.distortion, plane) +
         0.5 * Vec2(settings.width, settings.height);
}

}  // namespace rubble::rendering
