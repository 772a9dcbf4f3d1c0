// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace rubble::smoke {

// Optical properties of the smoke in a body.
struct Smoke {
  double density = 0.0;     // d
  double extinction = 0.0;  // of visible light, 1/(d·m)
  std::uint32_t tint = 0;   // index of its colour, SmokeSnapshot::tints
};

}  // namespace rubble::smoke
