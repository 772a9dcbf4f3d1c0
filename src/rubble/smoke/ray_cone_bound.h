// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "rubble/smoke/smoke_field.h"

namespace rubble::smoke {

// A cone around some lines, to leave out at once what none of them can meet.
class RayConeBound {
 public:
  explicit RayConeBound(std::span<const Line> lines);

  // False only if no line comes as near to the point.
  bool may_touch(const Vec3& point, double radius) const;
  bool may_touch(const Bounds& bounds) const;

 private:
  Bounds bounds_;
  Line axis_;
  double offset_ = 0.0;  // m, of origins from the axis' origin
  double spread_ = 0.0;  // further from the axis per metre of way
};

}  // namespace rubble::smoke
