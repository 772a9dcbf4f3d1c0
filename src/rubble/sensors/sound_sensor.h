// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// Level of all sounds together, bearing and kind of the loudest.
Result<std::unique_ptr<Sensor>> make_sound_sensor(const SensorSpec& spec,
                                                  const SensorBuildContext& context);

}  // namespace rubble::sensors
