// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "rubble/base/result.h"
#include "rubble/geometry/pose.h"

namespace rubble::evaluation {

// truth = rotation * (scale * estimate) + position
struct Alignment {
  Pose truth_from_estimate;
  double scale = 1.0;

  Pose apply(const Pose& pose) const {
    return truth_from_estimate * Pose{scale * pose.position, pose.rotation};
  }
};

struct AlignmentSettings {
  bool is_planar = false;  // turn about z only
  bool has_scale = false;
};

// The rigid motion (and scale) that brings points closest to their partners: least squares after
// Umeyama 1991. Points that all lie in one place or, in space, on a line, are refused.
Result<Alignment> align_points(std::span<const Vec3> estimate, std::span<const Vec3> truth,
                               const AlignmentSettings& settings = {});

}  // namespace rubble::evaluation
