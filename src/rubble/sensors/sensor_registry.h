// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "rubble/sensors/preset.h"
#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// Registered makers of all sensors other than cameras and range sensors.
struct RegisteredSensor {
  const char* word;  // SDF sensor type or preset name
  MakeSensor make;
};
std::span<const RegisteredSensor> registered_sensors();

// A preset with its default update rate.
struct RegisteredPreset {
  Preset preset;
  double update_rate = 0.0;  // Hz
};
std::vector<RegisteredPreset> registered_presets();

// Settings that switch the noise of these sensors off.
struct NoiseOffSetting {
  const char* path;
  const char* value;
};
std::span<const NoiseOffSetting> noise_off_settings();

}  // namespace rubble::sensors
