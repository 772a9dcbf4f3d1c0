// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "rubble/sensors/kinds.h"
#include "rubble/sensors/preset.h"

namespace rubble::sensors {

// Who makes the sensors that are neither cameras nor measure distances.
struct OtherKind {
  const char* word;  // SDF's type or a preset
  MakeSensor make;
};
std::span<const OtherKind> other_kinds();

// A preset and how often it measures unless its file says otherwise.
struct OtherPreset {
  Preset preset;
  double update_rate = 0.0;  // Hz
};
std::vector<OtherPreset> other_presets();

// Settings that take the errors away from any of them.
struct OtherQuietSetting {
  const char* path;
  const char* value;
};
std::span<const OtherQuietSetting> other_quiet_settings();

}  // namespace rubble::sensors
