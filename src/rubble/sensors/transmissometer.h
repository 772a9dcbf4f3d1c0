// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// Transmissometer: an infrared emitter at the sensor's position and a photodetector ahead of it on
// the x axis. The transmittance is exp(-extinction * q) for a density integral q (Beer-Lambert),
// and 0 if an object is in the path.
Result<std::unique_ptr<Sensor>> make_transmissometer(const SensorSpec& spec,
                                                     const SensorBuildContext& context);

}  // namespace rubble::sensors
