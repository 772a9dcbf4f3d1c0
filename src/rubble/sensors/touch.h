// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// Whether the collision it names (contact/collision), or any of its link, was touched since the
// last reading.
Result<std::unique_ptr<Sensor>> make_touch(const SensorSpec& spec,
                                           const SensorBuildContext& context);

// An arc of switches about the sensor's x axis, from left to right.
Result<std::unique_ptr<Sensor>> make_bumper(const SensorSpec& spec,
                                            const SensorBuildContext& context);

}  // namespace rubble::sensors
