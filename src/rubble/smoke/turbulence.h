// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "rubble/geometry/pose.h"

namespace rubble::smoke {

// A field that multiplies a density: lognormal, mean 1, standard deviation `strength`, correlation
// exp(-distance / correlation_length) in every direction. Different seeds give independent fields.
class Turbulence {
 public:
  Turbulence(double strength, double correlation_length, std::uint64_t seed);

  double at(const Vec3& point) const;

  // The field along a straight line, for points that follow each other.
  class LineSampler {
   public:
    LineSampler(const Turbulence& field, const Vec3& origin, const Vec3& direction);
    double at(double s) const;

   private:
    const Turbulence& field_;
    std::array<Vec3, 2> origins_, steps_;  // in cells of the baked grid
  };

 private:
  // Two looks at the baked field, turned and shifted at random, make up one Gaussian field.
  struct Layer {
    Mat3 cells_from_area = Mat3::Identity();
    Vec3 offset = Vec3::Zero();
  };
  double factor(double gaussian) const;

  std::array<Layer, 2> layers_;
  double level_ = 0.0;    // the part of the Gaussian field that is the same everywhere
  double log_std_ = 0.0;  // of the logarithm
};

}  // namespace rubble::smoke
