// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// Gyros, accelerometers and the attitude its filter believes in. SDF type imu; without a preset it
// is an mti.
Result<std::unique_ptr<Sensor>> make_imu(const SensorSpec& spec, const SensorBuildContext& context);

}  // namespace rubble::sensors
