// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/sensors/preset.h"
#include "rubble/sensors/scanner_settings.h"

namespace rubble::sensors {

// Preset of a range sensor. Range cameras, sonars and infrared sensors use its range limits, noise
// and echo model; their other settings are in their own structs.
struct RangePreset {
  Preset preset;
  double update_rate = 10.0;  // Hz
  RangeScannerSettings settings;
};

const std::vector<RangePreset>& range_presets();

// The preset of that name, or "generic" if there is none.
const RangePreset& range_preset(const std::string& name);

}  // namespace rubble::sensors
