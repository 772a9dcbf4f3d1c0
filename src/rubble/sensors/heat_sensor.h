// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// Temperature of the hottest source in a cone, as a pyrometer without optics measures it: fully up
// to 1 m, beyond that falling with the inverse square of the distance.
Result<std::unique_ptr<Sensor>> make_heat_sensor(const SensorSpec& spec,
                                                 const SensorBuildContext& context);

}  // namespace rubble::sensors
