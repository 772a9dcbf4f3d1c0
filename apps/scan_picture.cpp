// SPDX-License-Identifier: Apache-2.0
#include "apps/scan_picture.h"

#include <algorithm>
#include <cmath>

namespace rubble::apps {
namespace {

constexpr int kSize = 720;  // pixels
using Rgb = std::array<std::uint8_t, 3>;
constexpr Rgb kPaper{246, 246, 244}, kFree{214, 229, 240}, kEcho{24, 40, 66}, kCode{205, 60, 46};
constexpr Rgb kNothing{236, 238, 238}, kGrid{200, 204, 206}, kSensor{224, 122, 24};

Image blank(int width, int height, const Rgb& color) {
  Image image{.width = width, .height = height};
  image.rgb.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3);
  for (std::size_t i = 0; i < image.rgb.size(); ++i) image.rgb[i] = color[i % 3];
  return image;
}

void dot(Image& image, double x, double y, const Rgb& color, int radius = 0) {
  const int column = static_cast<int>(std::lround(x)), row = static_cast<int>(std::lround(y));
  for (int dy = -radius; dy <= radius; ++dy)
    for (int dx = -radius; dx <= radius; ++dx) {
      const int px = column + dx, py = row + dy;
      if (px < 0 || py < 0 || px >= image.width || py >= image.height) continue;
      std::copy(color.begin(), color.end(),
                image.rgb.begin() + 3 * (static_cast<std::ptrdiff_t>(py) * image.width + px));
    }
}

double longest_range(const RangeScan& scan) {
  double longest = 0.5;
  for (std::size_t i = 0; i < scan.ranges.size(); ++i)
    if (scan.codes[i] == kNoCode && static_cast<double>(scan.ranges[i]) < scan.max_range)
      longest = std::max(longest, static_cast<double>(scan.ranges[i]));
  return longest;
}

// Colours the wedge of one beam: each pixel belongs to the beam its bearing is nearest to.
void paint_wedges(Image& image, const RangeScan& scan, double scale) {
  for (int row = 0; row < kSize; ++row)
    for (int column = 0; column < kSize; ++column) {
      const double forward = (kSize / 2.0 - row) / scale, left = (kSize / 2.0 - column) / scale;
      const double beam = (std::atan2(left, forward) - scan.angle_min) / scan.angle_increment;
      const auto i = static_cast<long>(std::lround(beam));
      if (i < 0 || i >= scan.columns) continue;
      const auto index = static_cast<std::size_t>(i);
      const double distance = std::hypot(forward, left);
      if (scan.codes[index] != kNoCode) {
        const bool is_ray = std::abs(beam - static_cast<double>(i)) < 0.12;
        if (is_ray && distance > 0.15) dot(image, column, row, kCode);
      } else if (distance < static_cast<double>(scan.ranges[index])) {
        const bool met = static_cast<double>(scan.ranges[index]) < scan.max_range;
        dot(image, column, row, met ? kFree : kNothing);
      }
    }
}

void paint_rings(Image& image, double scale, double longest) {
  const double step = longest > 12 ? 5.0 : longest > 3 ? 1.0 : 0.5;  // m
  for (double radius = step; radius * scale < kSize / 2.0; radius += step)
    for (int i = 0; i < 4000; ++i) {
      const double turn = 2 * kPi * i / 4000;
      dot(image, kSize / 2.0 + radius * scale * std::sin(turn),
          kSize / 2.0 - radius * scale * std::cos(turn), kGrid);
    }
}

Image range_rows(const RangeScan& scan) {
  RangeImage image{.width = scan.columns,
                   .height = static_cast<int>(scan.row_angles.size()),
                   .max_range = longest_range(scan)};
  for (std::size_t row = scan.row_angles.size(); row-- > 0;)
    for (std::size_t column = static_cast<std::size_t>(scan.columns); column-- > 0;) {
      const std::size_t i = row * static_cast<std::size_t>(scan.columns) + column;
      image.depths.push_back(scan.codes[i] == kNoCode ? scan.ranges[i] : 0.0F);
    }
  return depth_picture(image);
}

}  // namespace

Image scan_picture(const RangeScan& scan) {
  if (scan.row_angles.size() > 1) return range_rows(scan);
  const double longest = longest_range(scan);
  const double scale = 0.46 * kSize / longest;  // pixels a metre
  Image image = blank(kSize, kSize, kPaper);
  paint_wedges(image, scan, scale);
  paint_rings(image, scale, longest);
  for (int i = 0; i < scan.columns; ++i) {
    const auto index = static_cast<std::size_t>(i);
    if (scan.codes[index] != kNoCode) continue;
    if (static_cast<double>(scan.ranges[index]) >= scan.max_range) continue;
    const Vec3 end = beam_direction(scan, 0, i) * static_cast<double>(scan.ranges[index]) * scale;
    dot(image, kSize / 2.0 - end.y(), kSize / 2.0 - end.x(), kEcho, 1);
  }
  dot(image, kSize / 2.0, kSize / 2.0, kSensor, 4);
  return image;
}

Image depth_picture(const RangeImage& depth) {
  Image image = blank(depth.width, depth.height, {0, 0, 0});
  double farthest = 0.5;
  for (const float d : depth.depths)
    if (static_cast<double>(d) < depth.max_range)
      farthest = std::max(farthest, static_cast<double>(d));
  for (std::size_t i = 0; i < depth.depths.size(); ++i) {
    const double d = static_cast<double>(depth.depths[i]);
    if (d <= 0.0 || d > farthest) continue;
    const double share = 1.0 - d / farthest;
    image.rgb[3 * i] = static_cast<std::uint8_t>(40 + 215 * share);
    image.rgb[3 * i + 1] = static_cast<std::uint8_t>(50 + 190 * std::sqrt(share) * 0.9);
    image.rgb[3 * i + 2] = static_cast<std::uint8_t>(90 + 60 * (1.0 - share));
  }
  return image;
}

}  // namespace rubble::apps
