// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// Detects objects with a semantic class inside a cone with a free line of sight, nearest first.
// Also SDF's logical_camera.
Result<std::unique_ptr<Sensor>> make_object_sensor(const SensorSpec& spec,
                                                   const SensorBuildContext& context);

}  // namespace rubble::sensors
