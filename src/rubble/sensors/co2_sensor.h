// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// Carbon dioxide concentration at the sensor's position, with the lag of a real sensor.
Result<std::unique_ptr<Sensor>> make_co2_sensor(const SensorSpec& spec,
                                                const SensorBuildContext& context);

}  // namespace rubble::sensors
