// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// Detects the body parts of victims inside a cone with a free line of sight.
Result<std::unique_ptr<Sensor>> make_victim_sensor(const SensorSpec& spec,
                                                   const SensorBuildContext& context);

}  // namespace rubble::sensors
