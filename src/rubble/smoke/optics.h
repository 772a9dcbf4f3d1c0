// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace rubble::smoke {

// What a body is filled with.
struct Smoke {
  double density = 0.0;     // d
  double extinction = 0.0;  // of visible light, 1/(d·m)
  std::uint32_t tint = 0;   // index of its colour, SmokeSnapshot::tints
};

}  // namespace rubble::smoke
