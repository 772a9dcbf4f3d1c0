// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "rubble/rays/scene.h"
#include "rubble/rendering/renderer.h"

namespace rubble::rendering {

// Brown-Conrady forward: where a point of the undistorted plane (x right, y down, at distance 1)
// appears. As OpenCV has it.
Vec2 distorted(const Distortion& distortion, const Vec2& plane);
// Its inverse, by iteration. Nothing for a point that no ray reaches: with barrel distortion the
// picture of the plane ends in a rim, where the formula folds back.
std::optional<Vec2> undistorted(const Distortion& distortion, const Vec2& seen);

// Which way each pixel looks. The middle of pixel (column, row) is at column + 0.5, row + 0.5, the
// optical axis meets the middle of the picture.
class Lens {
 public:
  explicit Lens(const CameraSettings& settings);

  bool fits(const CameraSettings& settings) const;
  // Whether light reaches a pixel; those outside the rim of a barrel lens stay black.
  bool is_lit(int column, int row) const {
    return table_.empty() || !std::isnan(entry(column, row).x());
  }
  // Camera frame, not unit: x = 1, so that depth = distance / length; along the axis for a pixel
  // without light. The offset from the pixel's middle is in pixels, at most half a pixel.
  rays::Vec3f direction(int column, int row) const {
    if (!is_lit(column, row)) return rays::Vec3f::UnitX();
    if (!table_.empty()) return {1.0F, -entry(column, row).x(), -entry(column, row).y()};
    return {1.0F, -across_[static_cast<std::size_t>(column)],
            -down_[static_cast<std::size_t>(row)]};
  }
  rays::Vec3f direction(int column, int row, const rays::Vec2f& offset) const;
  // Angle between neighbours in the middle of the picture, rad.
  float pixel_angle() const { return static_cast<float>(1.0 / focal_length_); }

 private:
  Vec2 plane(double column, double row) const;
  const rays::Vec2f& entry(int column, int row) const {
    return table_[static_cast<std::size_t>(row) * static_cast<std::size_t>(width_) +
                  static_cast<std::size_t>(column)];
  }

  int width_;
  int height_;
  double field_of_view_;
  Distortion distortion_;
  double focal_length_;  // pixels
  double step_;          // from pixel to pixel on the plane at distance 1
  double left_;          // edges of the picture on it
  double top_;
  std::vector<float> across_;  // middles of columns and rows on it, without distortion
  std::vector<float> down_;
  // Of the middles of pixels, NaN where no light comes; only for a lens that distorts.
  std::vector<rays::Vec2f> table_;
};

// Pixel coordinates (middle of the first pixel at 0.5, 0.5) at which a point of the camera frame
// appears; it must be in front of the camera.
Vec2 pixel_of(const CameraSettings& settings, const Vec3& point_camera);

}  // namespace rubble::rendering
