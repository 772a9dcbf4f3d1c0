// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// RFID reader: detects tags close enough to be powered. Walls do not block the waves, but each wall
// halves the range.
Result<std::unique_ptr<Sensor>> make_rfid(const SensorSpec& spec,
                                          const SensorBuildContext& context);

}  // namespace rubble::sensors
