// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// Heading with the deviation that the robot's own iron causes, another one in each robot.
Result<std::unique_ptr<Sensor>> make_compass(const SensorSpec& spec,
                                             const SensorBuildContext& context);

// Barometric height: true on the long run but for a slow drift.
Result<std::unique_ptr<Sensor>> make_altitude(const SensorSpec& spec,
                                              const SensorBuildContext& context);

}  // namespace rubble::sensors
