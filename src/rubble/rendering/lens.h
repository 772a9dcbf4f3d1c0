// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "rubble/rays/scene.h"
#include "rubble/rendering/renderer.h"

namespace rubble::rendering {

// Brown-Conrady model, as in OpenCV: maps a point of the undistorted image plane (x right, y down,
// at distance 1) to the distorted plane.
Vec2 distorted(const Distortion& distortion, const Vec2& plane);
// The inverse, by Newton's method. Empty for a point outside the range of the model: with barrel
// distortion the radial function has a maximum.
std::optional<Vec2> undistorted(const Distortion& distortion, const Vec2& seen);

// Ray directions of pixels. The centre of pixel (column, row) is at column + 0.5, row + 0.5. The
// principal point is the centre of the image.
class Lens {
 public:
  explicit Lens(const CameraSettings& settings);

  bool fits(const CameraSettings& settings) const;
  // False for pixels outside the invertible range of barrel distortion, which stay black.
  bool is_lit(int column, int row) const {
    return table_.empty() || !std::isnan(entry(column, row).x());
  }
  // Direction in the camera frame with x = 1 (not normalised), so that depth = distance / length.
  // The optical axis for a pixel that is not lit. `offset` from the pixel centre is in pixels, at
  // most 0.5.
  rays::Vec3f direction(int column, int row) const {
    if (!is_lit(column, row)) return rays::Vec3f::UnitX();
    if (!table_.empty()) return {1.0F, -entry(column, row).x(), -entry(column, row).y()};
    return {1.0F, -across_[static_cast<std::size_t>(column)],
            -down_[static_cast<std::size_t>(row)]};
  }
  rays::Vec3f direction(int column, int row, const rays::Vec2f& offset) const;
  // Angle between neighbouring pixels at the centre of the image, rad.
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
  double step_;          // pixel pitch on the plane at distance 1
  double left_;          // edges of the image on this plane
  double top_;
  std::vector<float> across_;  // centres of columns and rows on this plane, without distortion
  std::vector<float> down_;
  // Undistorted positions of pixel centres, NaN for pixels that are not lit; empty without
  // distortion.
  std::vector<rays::Vec2f> table_;
};

// Projects a point of the camera frame to pixel coordinates (centre of the first pixel at 0.5,
// 0.5). The point must be in front of the camera.
Vec2 pixel_of(const CameraSettings& settings, const Vec3& point_camera);

}  // namespace rubble::rendering
