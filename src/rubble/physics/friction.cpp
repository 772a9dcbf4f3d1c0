// SPDX-License-Identifier: Apache-2.0
#include "rubble/physics/friction.h"

#include <algorithm>

namespace rubble::physics {
namespace {

// Rubber on concrete: middle of 0.6-0.8 as published. OSB behaves like dust-covered concrete
// (0.45-0.6). Carpet from published tread tests. Cleats hook behind a stair's nosing: 1.3 is what a
// tracked robot needs to climb 50 degrees. Steel from handbooks. Paper and rock are the operator
// corridor's floors. Cleats elsewhere: as rubber.
constexpr FrictionPair kFrictionPairs[] = {
    {"rubber", "concrete", 0.7}, {"rubber", "osb", 0.5},        {"rubber", "plywood", 0.5},
    {"rubber", "wood", 0.7},     {"rubber", "carpet", 1.0},     {"rubber", "paper", 0.6},
    {"rubber", "rock", 0.5},     {"rubber", "ballast", 0.55},   {"rubber", "steel", 0.3},
    {"rubber", "metal", 0.3},    {"rubber", "wet_steel", 0.15}, {"rubber", "nosing", 0.7},
    {"cleats", "concrete", 0.7}, {"cleats", "osb", 0.5},        {"cleats", "plywood", 0.5},
    {"cleats", "wood", 0.7},     {"cleats", "carpet", 1.0},     {"cleats", "paper", 0.6},
    {"cleats", "rock", 0.5},     {"cleats", "ballast", 0.55},   {"cleats", "steel", 0.3},
    {"cleats", "metal", 0.3},    {"cleats", "wet_steel", 0.15}, {"cleats", "nosing", 1.3},
};

}  // namespace

std::span<const FrictionPair> friction_pairs() { return kFrictionPairs; }

double friction_between(std::string_view first_material, double first_mu,
                        std::string_view second_material, double second_mu) {
  for (const FrictionPair& pair : kFrictionPairs)
    if ((pair.first == first_material && pair.second == second_material) ||
        (pair.first == second_material && pair.second == first_material))
      return pair.coefficient;
  return std::min(first_mu, second_mu);
}

}  // namespace rubble::physics
