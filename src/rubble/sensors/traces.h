// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/kinds.h"

namespace rubble::sensors {

// What people and other sources leave in the air. A rubble:source level is ppm at kSourceRadius for
// co2, degrees Celsius of its surface for heat, and dB at 1 m for sound.
constexpr double kSourceRadius = 0.3;  // m

// Carbon dioxide at the sensor's place.
Result<std::unique_ptr<Sensor>> make_co2_sensor(const SensorSpec& spec,
                                                const SensorBuildContext& context);

// The hottest in a cone, as a pyrometer without optics sees it: full up to 1 m, then thinning out.
Result<std::unique_ptr<Sensor>> make_heat_sensor(const SensorSpec& spec,
                                                 const SensorBuildContext& context);

// Loudness of everything together, bearing and kind of the loudest.
Result<std::unique_ptr<Sensor>> make_sound_sensor(const SensorSpec& spec,
                                                  const SensorBuildContext& context);

}  // namespace rubble::sensors
