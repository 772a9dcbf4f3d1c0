// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace rubble::physics {

struct FrictionPair {
  std::string_view first;
  std::string_view second;
  double coefficient;
};

// Pairs of materials with a measured or assumed friction coefficient. All others use the smaller of
// the two surfaces' coefficients, as Gazebo does.
std::span<const FrictionPair> friction_pairs();

double friction_between(std::string_view first_material, double first_mu,
                        std::string_view second_material, double second_mu);

}  // namespace rubble::physics
