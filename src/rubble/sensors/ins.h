// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/sensors/sensor_factory.h"

namespace rubble::sensors {

// Position and attitude that a robot believes in. rubble:inertial mode says how:
//   deadreckon  encoders along the attitude of an inertial unit (default)
//   inertial    the unit's accelerations integrated twice: shows why nobody does
//   usarsim     true steps times a noisy factor, as the UDK server did; default without wheels
Result<std::unique_ptr<Sensor>> make_ins(const SensorSpec& spec, const SensorBuildContext& context);

}  // namespace rubble::sensors
