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
  bool is_planar = false;  // rotation about z only
  bool has_scale = false;
};

// Least-squares rigid (or similarity) transform between associated points (Umeyama 1991). An error
// if the points coincide or, in 3-D, are collinear.
Result<Alignment> align_points(std::span<const Vec3> estimate, std::span<const Vec3> truth,
                               const AlignmentSettings& settings = {});

}  // namespace rubble::evaluation
