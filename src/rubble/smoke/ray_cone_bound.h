// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "rubble/smoke/smoke_field.h"

namespace rubble::smoke {

// Conservative bound of a batch of lines: an axis with a radius that grows linearly along it. Used
// to cull bodies that none of the lines can hit.
class RayConeBound {
 public:
  explicit RayConeBound(std::span<const Line> lines);

  // False only if no line comes within `radius` (m) of the point. May be true for a miss.
  bool may_touch(const Vec3& point, double radius) const;
  bool may_touch(const Bounds& bounds) const;

 private:
  Bounds bounds_;
  Line axis_;
  double offset_ = 0.0;  // m, largest distance of an origin from the origin of the axis
  double spread_ = 0.0;  // m of additional distance from the axis per metre of path
};

}  // namespace rubble::smoke
