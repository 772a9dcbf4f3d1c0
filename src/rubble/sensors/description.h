// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/base/result.h"
#include "rubble/messages/description.h"
#include "rubble/world/model.h"

namespace rubble::sensors {

// Zoom range of cameras, as in USARSim, rad.
constexpr double kMinFieldOfView = radians(20.0);
constexpr double kMaxFieldOfView = radians(120.0);

// Static properties of a sensor, from its file and its preset. base_from_sensor is set to
// link_from_sensor; the caller transforms it to the base. A kind that is not simulated is an error.
Result<SensorDescription> describe_sensor(const SensorSpec& spec);

// The code with which a laser reports that nothing is in range, which is not an error; kNoCode if
// it has none. See docs/lasers.md.
int no_return_code(const SensorSpec& spec);

}  // namespace rubble::sensors
