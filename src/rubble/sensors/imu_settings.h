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

// Errors of an inertial measurement unit and settings of its attitude filter.
struct ImuSettings {
  ImuErrors errors;
  AttitudeFilterSettings filter;
  double still_seconds = 30.0;  // s at rest before the run, for the initial bias estimate
};

// Settings of a preset: mti, mti10 or mems_cheap; nullopt for other names.
std::optional<ImuSettings> imu_settings(const std::string& preset);
std::vector<Preset> imu_presets();

// Reads SDF's noise of single axes and the children of <rubble:inertial>. update_rate in Hz.
void read_imu_settings(SettingReader& reader, double update_rate, ImuSettings& settings);

}  // namespace rubble::sensors
