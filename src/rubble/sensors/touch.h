// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// Touch sensor: whether the collision named by <contact><collision>, or any collision of its link,
// was in contact since the last reading.
Result<std::unique_ptr<Sensor>> make_touch(const SensorSpec& spec,
                                           const SensorBuildContext& context);

// Bumper: an arc of switches about the sensor's x axis, zones from left to right.
Result<std::unique_ptr<Sensor>> make_bumper(const SensorSpec& spec,
                                            const SensorBuildContext& context);

}  // namespace rubble::sensors
