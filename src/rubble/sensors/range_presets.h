// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/sensors/preset.h"
#include "rubble/sensors/scanner_settings.h"

namespace rubble::sensors {

// A range sensor's data sheet. Cameras, sonar and infrared use limits, noise and echo of the
// settings and have the rest in their own.
struct RangePreset {
  Preset preset;
  double update_rate = 10.0;  // Hz
  RangeScannerSettings settings;
};

const std::vector<RangePreset>& range_presets();

// The settings of a preset; those of "generic" for a name that is not here.
const RangePreset& range_preset(const std::string& name);

}  // namespace rubble::sensors
