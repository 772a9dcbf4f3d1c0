// SPDX-License-Identifier: Apache-2.0
#include "rubble/rays/facet.h"

#include <algorithm>
#include <cmath>

namespace rubble::rays {

Facet::Facet(const std::array<Vec3, 3>& corners, double rim) : rim_breadth_(rim) {
  const Vec3 e = corners[1] - corners[0], f = corners[2] - corners[0];
  const Vec3 across = e.cross(f);
  const double squared = across.squaredNorm();
  if (!(squared > 0.0)) return;  // no area: met by nothing
  normal_ = across / std::sqrt(squared);
  height_ = -normal_.dot(corners[0]);
  along_u_ = f.cross(across) / squared;
  u_ = -along_u_.dot(corners[0]);
  along_v_ = across.cross(e) / squared;
  v_ = -along_v_.dot(corners[0]);
  // A corner weight grows by the length of its gradient with each metre.
  rim_ = rim * std::max({along_u_.norm(), along_v_.norm(), (along_u_ + along_v_).norm()});
}

std::array<Vec3, 3> grown(const std::array<Vec3, 3>& corners, double margin) {
  constexpr double kMaxCornerDistance = 8.0;  // margins
  std::array<Vec3, 3> result = corners;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 a = corners[i] - corners[(i + 1) % 3], b = corners[i] - corners[(i + 2) % 3];
    const double lengths = a.norm() * b.norm();
    const double sine = lengths > 0.0 ? a.cross(b).norm() / lengths : 0.0;
    if (!(sine > 0.0)) return corners;
    // Along both edges, each by what moves the other edge's line outwards by the margin.
    const Vec3 out = (a.normalized() + b.normalized()) * (margin / sine);
    const double length = out.norm();
    result[i] += out * std::min(1.0, kMaxCornerDistance * margin / length);
  }
  return result;
}

}  // namespace rubble::rays
