// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// Time since the run began.
Result<std::unique_ptr<Sensor>> make_mission_time(const SensorSpec& spec,
                                                  const SensorBuildContext& context);

}  // namespace rubble::sensors
