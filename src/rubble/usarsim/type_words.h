// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "rubble/messages/description.h"
#include "rubble/usarsim/dialect.h"

namespace rubble::usarsim {

// The words of the wire. That of a kind of sensor is type_word in description_lines.h; this one
// also tells an infrared scanner from a single beam.
const char* type_word(const SensorDescription& sensor);
const char* vehicle_word(VehicleKind vehicle, Dialect dialect);
const char* steering_word(SteeringKind steering);

// Whether a question for a type, in any spelling, means this sensor; INU is an old word for INS.
bool matches_type(const SensorDescription& sensor, std::string_view type);
// Robot, or the vehicle's own word.
bool matches_vehicle_type(VehicleKind vehicle, std::string_view type);

}  // namespace rubble::usarsim
