// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// Ticks of one named joint, or of the wheels or sprocket of a side. The side is given by
// <rubble:encoder side> or by Left or Right in the sensor's name; both sides if neither is given.
Result<std::unique_ptr<Sensor>> make_encoder(const SensorSpec& spec,
                                             const SensorBuildContext& context);

// Speed and angle of every driven wheel, or of both sprockets.
Result<std::unique_ptr<Sensor>> make_tachometer(const SensorSpec& spec,
                                                const SensorBuildContext& context);

}  // namespace rubble::sensors
