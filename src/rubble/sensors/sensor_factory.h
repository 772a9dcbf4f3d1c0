// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/sensors/preset.h"
#include "rubble/sensors/sensor.h"
#include "rubble/world/model.h"

namespace rubble::sensors {

// What a sensor may use at construction.
struct SensorBuildContext {
  Mount mount;
  const Model& model;  // of the mount's instance
  const State& state;  // contains the mount's instance
  std::uint64_t seed;  // see sensor_seed()
};

using MakeSensor = Result<std::unique_ptr<Sensor>> (*)(const SensorSpec& spec,
                                                       const SensorBuildContext& context);

// All presets.
const std::vector<Preset>& presets();

// Creates a sensor from its specification. Invalid settings are errors with file and line. Null: a
// known kind that is not simulated.
Result<std::unique_ptr<Sensor>> make_sensor(const SensorSpec& spec,
                                            const SensorBuildContext& context);

// The specification <sensor rubble:preset="name"/>. An unknown name is an error with suggestions.
Result<SensorSpec> spec_of_preset(const std::string& name);

// Update rate in Hz, from the file, else from the preset; 0: every tick.
double update_rate_of(const SensorSpec& spec);

// The specification with all noise switched off.
SensorSpec without_noise(SensorSpec spec);

// Validates all sensors of a model by creating them. Invalid settings are an error; kinds that are
// not simulated add a warning.
Result<void> check_sensors(const Model& model, std::vector<Warning>& warnings);

}  // namespace rubble::sensors
