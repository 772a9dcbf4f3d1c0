// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// Ticks of a side's wheels or sprocket (rubble:encoder side, or Left or Right in the name; both
// without), or of one named joint.
Result<std::unique_ptr<Sensor>> make_encoder(const SensorSpec& spec,
                                             const SensorBuildContext& context);

// Speed and angle of every driven wheel, or of both sprockets.
Result<std::unique_ptr<Sensor>> make_tachometer(const SensorSpec& spec,
                                                const SensorBuildContext& context);

}  // namespace rubble::sensors
