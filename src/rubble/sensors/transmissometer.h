// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// An infrared emitter at the sensor's place and a photodetector ahead of it, as the papers on
// lasers in smoke had to know the density. Of the light exp(-extinction * q) arrives, and none past
// a thing that stands between.
Result<std::unique_ptr<Sensor>> make_transmissometer(const SensorSpec& spec,
                                                     const SensorBuildContext& context);

}  // namespace rubble::sensors
