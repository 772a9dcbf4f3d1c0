// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "rubble/geometry/pose.h"
#include "rubble/world/scenario_elements.h"

namespace rubble::radio {

// Log-normal shadowing as a Gaussian random field over both end points: symmetric, with the
// correlation exp(-|displacement| / distance) for each end (Gudmundson 1991), and a function of the
// seed and the two positions alone. Two robots side by side therefore receive a third one alike.
class Shadowing {
 public:
  // sigma: dB; distance: m, correlation distance.
  Shadowing(std::uint64_t seed, double sigma, double distance);
  double between(const Vec3& a, const Vec3& b) const;  // dB

 private:
  static constexpr int kWaves = 64;
  struct Waves {  // structure of arrays, so that the loop is vectorised
    std::array<float, kWaves> first_x, first_y, first_z, second_x, second_y, second_z, phase;
  };
  double field(const Vec3& a, const Vec3& b) const;

  double sigma_;
  double distance_;
  Waves waves_;
};

// Fast fading of one link at one time, dB, with mean power 1. Rice: for a robot at rest.
double fading(Fading kind, std::uint64_t seed, std::string_view first, std::string_view second,
              std::uint64_t moment);

}  // namespace rubble::radio
