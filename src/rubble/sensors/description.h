// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/base/result.h"
#include "rubble/messages/description.h"
#include "rubble/world/model.h"

namespace rubble::sensors {

// What zooming a camera can reach, as USARSim has it.
constexpr double kMinFieldOfView = radians(20.0);
constexpr double kMaxFieldOfView = radians(120.0);

// What a client may ask about a sensor: what its file says over what its preset says. The pose is
// the one in its link; who knows the robot puts it into the base. A kind that is not simulated is
// an error.
Result<SensorDescription> describe_sensor(const SensorSpec& spec);

// The code of a laser that says that nothing is in range, which is no error; see docs/lasers.md.
// kNoCode: it has none for that.
int no_return_code(const SensorSpec& spec);

}  // namespace rubble::sensors
