// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "rubble/geometry/pose.h"

namespace rubble::smoke {

// Lognormal random field that multiplies a density: mean 1, standard deviation `strength`,
// isotropic correlation exp(-distance / correlation_length), distances in m. Different seeds give
// independent fields. It is interpolated in a periodic grid of 64^3 cells that is generated once by
// spectral synthesis; see docs/smoke.md.
class Turbulence {
 public:
  Turbulence(double strength, double correlation_length, std::uint64_t seed);

  // Factor at a point, in the frame of the field.
  double at(const Vec3& point) const;

  // Evaluates the field at distances s (m) along a line; transforms the line to grid cells once.
  class LineSampler {
   public:
    LineSampler(const Turbulence& field, const Vec3& origin, const Vec3& direction);
    double at(double s) const;

   private:
    const Turbulence& field_;
    std::array<Vec3, 2> origins_, steps_;  // in grid cells
  };

 private:
  // The Gaussian field is the sum of two samples of the grid, each with a random rotation and
  // offset.
  struct Layer {
    Mat3 cells_from_area = Mat3::Identity();
    Vec3 offset = Vec3::Zero();
  };
  double factor(double gaussian) const;

  std::array<Layer, 2> layers_;
  double level_ = 0.0;    // constant term of the Gaussian field
  double log_std_ = 0.0;  // standard deviation of the logarithm
};

}  // namespace rubble::smoke
