// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "rubble/geometry/pose.h"
#include "rubble/world/scenario_elements.h"

namespace rubble::radio {

// Slow ups and downs that a world has between any two places: Gaussian, the same in both
// directions, alike for places near each other (exp(-way/distance) for each end), and a function of
// the seed and the two places alone. Two robots side by side hear a third one alike.
class Shadowing {
 public:
  Shadowing(std::uint64_t seed, double sigma, double distance);
  double between(const Vec3& a, const Vec3& b) const;  // dB

 private:
  static constexpr int kWaves = 64;
  struct Waves {  // one array a coordinate, so that a loop over them is vectors
    std::array<float, kWaves> first_x, first_y, first_z, second_x, second_y, second_z, phase;
  };
  double field(const Vec3& a, const Vec3& b) const;

  double sigma_;
  double distance_;
  Waves waves_;
};

// Fast fading of one link at one moment, dB; mean power 1. Rice: what a robot at rest sees.
double fading(Fading kind, std::uint64_t seed, std::string_view first, std::string_view second,
              std::uint64_t moment);

}  // namespace rubble::radio
