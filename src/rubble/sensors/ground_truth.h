// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// True pose and velocity, without noise.
Result<std::unique_ptr<Sensor>> make_ground_truth(const SensorSpec& spec,
                                                  const SensorBuildContext& context);

}  // namespace rubble::sensors
