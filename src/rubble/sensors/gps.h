// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// GPS receiver; satellites can be hidden by the scene. <rubble:gps mode>: receiver (slow and fast
// error, multipath) or usarsim (white noise, as in the UDK server).
Result<std::unique_ptr<Sensor>> make_gps(const SensorSpec& spec, const SensorBuildContext& context);

// Unit vectors to the satellites, world frame, the same in every run.
const std::vector<Vec3>& satellite_directions();

}  // namespace rubble::sensors
