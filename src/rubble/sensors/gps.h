// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// A receiver that counts the satellites it can see past the scene. rubble:gps mode receiver (slow
// and fast error, multipath) or usarsim (the UDK server's white error).
Result<std::unique_ptr<Sensor>> make_gps(const SensorSpec& spec, const SensorBuildContext& context);

// Where the satellites stand: unit vectors in the world frame, the same in every run.
const std::vector<Vec3>& satellite_directions();

}  // namespace rubble::sensors
