// SPDX-License-Identifier: Apache-2.0
#include "rubble/smoke/ray_cone_bound.h"

#include <algorithm>

namespace rubble::smoke {

RayConeBound::RayConeBound(std::span<const Line> lines) : axis_(lines[lines.size() / 2]) {
  for (const Line& line : lines) {
    bounds_.add(line.origin).add(line.origin + line.length * line.direction);
    axis_.length = std::max(axis_.length, line.length);
    offset_ = std::max(offset_, (line.origin - axis_.origin).norm());
    spread_ = std::max(spread_, (line.direction - axis_.direction).norm());
  }
}

bool RayConeBound::may_touch(const Bounds& bounds) const {
  if ((bounds.low.array() > bounds_.high.array()).any()) return false;
  if ((bounds.high.array() < bounds_.low.array()).any()) return false;
  const Vec3 half = (bounds.high - bounds.low) / 2;
  return may_touch(bounds.low + half, half.norm());
}

// At distance s along it, a line is within offset + s * spread of the axis at s.
bool RayConeBound::may_touch(const Vec3& point, double radius) const {
  constexpr double kSlack = 1e-9;  // exceeds the rounding error
  const Vec3 from_origin = point - axis_.origin;
  const double max_length = std::min(axis_.length, from_origin.norm() + offset_ + radius);
  const double reach = radius + offset_ + spread_ * max_length;
  const double along = std::clamp(from_origin.dot(axis_.direction), 0.0, axis_.length);
  const double allowed = reach * (1.0 + kSlack) + kSlack;
  return (from_origin - along * axis_.direction).squaredNorm() <= allowed * allowed;
}

}  // namespace rubble::smoke
