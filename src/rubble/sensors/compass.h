// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// Magnetic heading with hard and soft iron deviation, drawn for each robot.
Result<std::unique_ptr<Sensor>> make_compass(const SensorSpec& spec,
                                             const SensorBuildContext& context);

// Barometric altitude with noise and slow drift.
Result<std::unique_ptr<Sensor>> make_altitude(const SensorSpec& spec,
                                              const SensorBuildContext& context);

}  // namespace rubble::sensors
