// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "rubble/sensors/kinds.h"
#include "rubble/sensors/preset.h"

namespace rubble::sensors {

// A sensor that is neither a camera nor measures distances: SDF's type, the preset (empty = none is
// needed; custom sensors need one), the rate a bare preset has, and who makes it.
struct OtherKind {
  const char* type;
  const char* preset;
  double rate;  // Hz
  MakeSensor make;
};

std::span<const OtherKind> other_kinds();
std::vector<Preset> other_presets();

}  // namespace rubble::sensors
