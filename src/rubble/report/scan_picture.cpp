// SPDX-License-Identifier: Apache-2.0
#include "rubble/report/scan_picture.h"

#include <algorithm>
#include <cmath>

namespace rubble::report {
namespace {

constexpr int kSize = 720;  // pixels
using Rgb = std::array<std::uint8_t, 3>;
constexpr Rgb kBlank{246, 246, 244}, kFree{214, 229, 240}, kEcho{24, 40, 66};
constexpr Rgb kCode{244, 205, 198}, kEmpty{232, 238, 236}, kGrid{200, 204, 206},
    kSensor{224, 122, 24};

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

double max_range(const RangeScan& scan) {
  double longest = 0.5;
  for (std::size_t i = 0; i < scan.ranges.size(); ++i)
    if (scan.codes[i] == kNoCode && static_cast<double>(scan.ranges[i]) < scan.max_range)
      longest = std::max(longest, static_cast<double>(scan.ranges[i]));
  return longest;
}

// Where the sensor is in the picture and how large a metre: all echoes and the sensor fit.
struct Frame {
  double scale = 1.0;  // pixels a metre
  double forward = 0.0;
  double left = 0.0;  // m, what the middle of the picture shows

  double row(double x) const { return kSize / 2.0 - (x - forward) * scale; }
  double column(double y) const { return kSize / 2.0 - (y - left) * scale; }
};

bool has_echo(const RangeScan& scan, std::size_t i) {
  return scan.codes[i] == kNoCode && static_cast<double>(scan.ranges[i]) < scan.max_range;
}

Frame frame_around(const RangeScan& scan) {
  Bounds bounds;
  bounds.add(Vec3::Zero());
  for (int i = 0; i < scan.columns; ++i)
    if (const auto index = static_cast<std::size_t>(i); has_echo(scan, index))
      bounds.add(Vec3(beam_direction(scan, 0, i) * static_cast<double>(scan.ranges[index])));
  const Vec3 size = bounds.high - bounds.low, middle = (bounds.high + bounds.low) / 2;
  return {0.9 * kSize / std::max({size.x(), size.y(), 0.5}), middle.x(), middle.y()};
}

// Colours the wedge of each beam: a pixel belongs to the beam its bearing is nearest to.
void paint_wedges(Image& image, const RangeScan& scan, const Frame& frame) {
  for (int row = 0; row < kSize; ++row)
    for (int column = 0; column < kSize; ++column) {
      const double x = frame.forward + (kSize / 2.0 - row) / frame.scale;
      const double y = frame.left + (kSize / 2.0 - column) / frame.scale;
      const double beam = (std::atan2(y, x) - scan.angle_min) / scan.angle_increment;
      const auto i = static_cast<long>(std::lround(beam));
      if (i < 0 || i >= scan.columns) continue;
      const auto index = static_cast<std::size_t>(i);
      if (scan.codes[index] != kNoCode)
        dot(image, column, row, kCode);
      else if (std::hypot(x, y) < static_cast<double>(scan.ranges[index]))
        dot(image, column, row, has_echo(scan, index) ? kFree : kEmpty);
    }
}

void paint_rings(Image& image, const Frame& frame) {
  const double wide = kSize / frame.scale;                     // m
  const double step = wide > 24 ? 5.0 : wide > 5 ? 1.0 : 0.5;  // m
  for (double radius = step; radius < 2 * wide; radius += step)
    for (int i = 0; i < 6000; ++i) {
      const double turn = 2 * kPi * i / 6000;
      dot(image, frame.column(radius * std::sin(turn)), frame.row(radius * std::cos(turn)), kGrid);
    }
}

Image range_rows(const RangeScan& scan) {
  RangeImage image{.width = scan.columns,
                   .height = static_cast<int>(scan.row_angles.size()),
                   .max_range = max_range(scan)};
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
  const Frame frame = frame_around(scan);
  Image image = blank(kSize, kSize, kBlank);
  paint_wedges(image, scan, frame);
  paint_rings(image, frame);
  for (int i = 0; i < scan.columns; ++i) {
    const auto index = static_cast<std::size_t>(i);
    if (!has_echo(scan, index)) continue;
    const Vec3 end = beam_direction(scan, 0, i) * static_cast<double>(scan.ranges[index]);
    dot(image, frame.column(end.y()), frame.row(end.x()), kEcho, 1);
  }
  dot(image, frame.column(0.0), frame.row(0.0), kSensor, 4);
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

}  // namespace rubble::report
