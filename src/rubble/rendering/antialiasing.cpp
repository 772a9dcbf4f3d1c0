// SPDX-License-Identifier: Apache-2.0
#include "rubble/rendering/antialiasing.h"

#include <algorithm>
#include <cmath>

namespace rubble::rendering {
namespace {

constexpr unsigned kTriangleShift = 16;
constexpr unsigned kSurfaceShift = 40;
constexpr FaceKey kPart = 0xFFFFFF;
constexpr FaceKey kBackdrop = kPart;  // instead of a surface
constexpr FaceKey kPane = kPart - 1;

}  // namespace

FaceKey face_key(const rays::Hit& hit, const Shade& shade, const Pixel& pixel) {
  if (!shade.is_opaque)
    return kPane << kSurfaceShift | static_cast<FaceKey>((pixel.column + pixel.row) % 2)
                                        << kTriangleShift;
  if (!hit.is_hit()) return kBackdrop << kSurfaceShift;
  return (static_cast<FaceKey>(hit.surface) & kPart) << kSurfaceShift |
         static_cast<FaceKey>(hit.triangle & kPart) << kTriangleShift | shade.lamps;
}

bool is_contrast_visible(const Vec3f& a, const Vec3f& b, float exposure) {
  // On the scale of the square root of light, nearly that of the eye and of sRGB: 5 of 255.
  constexpr float kVisible = 0.02F;
  const auto brightness = [exposure](float light) {
    return std::sqrt(std::min(1.0F, std::max(0.0F, exposure * light)));
  };
  for (int i = 0; i < 3; ++i)
    if (std::abs(brightness(a[i]) - brightness(b[i])) > kVisible) return true;
  return false;
}

// The lattice of (x, n * x modulo n * n + 1) is square, since n * n = -1 there.
std::vector<Vec2f> rotated_grid(int n) {
  const int count = n * n;
  const auto place = [count](int index) {
    return (static_cast<float>(index) + 0.5F) / static_cast<float>(count) - 0.5F;
  };
  std::vector<Vec2f> places;
  places.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i)
    places.emplace_back(place(i), place(n * (i + 1) % (count + 1) - 1));
  return places;
}

}  // namespace rubble::rendering
