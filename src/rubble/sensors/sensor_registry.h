// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "rubble/sensors/preset.h"
#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// Who makes the sensors that are neither cameras nor measure distances.
struct RegisteredSensor {
  const char* word;  // SDF's type or a preset
  MakeSensor make;
};
std::span<const RegisteredSensor> registered_sensors();

// A preset and how often it measures unless its file says otherwise.
struct RegisteredPreset {
  Preset preset;
  double update_rate = 0.0;  // Hz
};
std::vector<RegisteredPreset> registered_presets();

// Settings that take the errors away from any of them.
struct NoiseOffSetting {
  const char* path;
  const char* value;
};
std::span<const NoiseOffSetting> noise_off_settings();

}  // namespace rubble::sensors
