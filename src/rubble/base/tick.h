// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace rubble {

// Simulation time: the number of physics steps since the run began.
using Tick = std::int64_t;

constexpr Tick kTicksPerSecond = 240;
constexpr double kTickSeconds = 1.0 / 240.0;

constexpr double seconds_at(Tick tick) { return static_cast<double>(tick) / 240.0; }

// The first tick at or after a time in seconds, with a tolerance of 1e-6 ticks for rounding.
constexpr Tick tick_at(double seconds) {
  const double ticks = seconds * 240.0;
  const Tick whole = static_cast<Tick>(ticks);
  return static_cast<double>(whole) + 1e-6 < ticks ? whole + 1 : whole;
}

}  // namespace rubble
