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

// What a sensor needs to know when it comes to life.
struct SensorBuildContext {
  Mount mount;
  const Model& model;  // that carries it
  const State& state;  // the instance of the mount stands in it
  std::uint64_t seed;  // of this sensor: keyed by the run's seed, the robot's and the sensor's name
};

using MakeSensor = Result<std::unique_ptr<Sensor>> (*)(const SensorSpec& spec,
                                                       const SensorBuildContext& context);

// Every preset, by name.
const std::vector<Preset>& presets();

// A sensor as its file describes it. Settings that make no sense are errors that name file and
// line; null = a kind that is known but not simulated.
Result<std::unique_ptr<Sensor>> make_sensor(const SensorSpec& spec,
                                            const SensorBuildContext& context);

// The spec of a preset alone, as if a file had said <sensor rubble:preset="name"/>. Unknown names
// are errors that list the nearest.
Result<SensorSpec> spec_of_preset(const std::string& name);

// Readings a second: what the file says, else the preset; 0 = every tick.
double update_rate_of(const SensorSpec& spec);

// The same sensor without noise.
SensorSpec without_noise(SensorSpec spec);

// Tries to make every sensor of a model: what is impossible is an error, what is not simulated a
// warning.
Result<void> check_sensors(const Model& model, std::vector<Warning>& warnings);

}  // namespace rubble::sensors
