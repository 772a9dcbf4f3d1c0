// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/sensors/attitude_filter.h"
#include "rubble/sensors/inertial_model.h"
#include "rubble/sensors/preset.h"
#include "rubble/sensors/setting_reader.h"
#include "rubble/world/model.h"

namespace rubble::sensors {

// All about an inertial unit: how it errs and what its own processor makes of that.
struct ImuSettings {
  ImuErrors errors;
  AttitudeFilterSettings filter;
  double still_seconds = 30.0;  // s at rest before the run, in which it learnt its gyros' bias
};

// Of a preset: mti, mti10 or mems_cheap. Nothing for other names.
std::optional<ImuSettings> imu_settings(const std::string& preset);
std::vector<Preset> imu_presets();

// Noise that SDF gives for single axes, and the children of rubble:inertial.
void read_imu_settings(SettingReader& reader, double update_rate, ImuSettings& settings);

}  // namespace rubble::sensors
