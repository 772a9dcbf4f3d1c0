// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// Remaining battery life. The model must be a robot.
Result<std::unique_ptr<Sensor>> make_battery(const SensorSpec& spec,
                                             const SensorBuildContext& context);

}  // namespace rubble::sensors
