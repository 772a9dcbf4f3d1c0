// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "rubble/messages/description.h"
#include "rubble/usarsim/protocol/dialect.h"

namespace rubble::usarsim {

// Type names of the protocol. As type_word(SensorKind) in description_lines.h, but distinguishes an
// infrared scanner from a single beam.
const char* type_word(const SensorDescription& sensor);
const char* vehicle_word(VehicleKind vehicle, Dialect dialect);
const char* steering_word(SteeringKind steering);

// The reverse, also for names that only other servers of the protocol use (case-insensitive).
// IRScanner is a range scanner here: its readings are those of one.
std::optional<SensorKind> sensor_kind_of(std::string_view type);
std::optional<VehicleKind> vehicle_of(std::string_view type);

// Whether a requested type (case-insensitive) selects this sensor. INU is an alias of INS.
bool matches_type(const SensorDescription& sensor, std::string_view type);
// "Robot", or the name of the vehicle type.
bool matches_vehicle_type(VehicleKind vehicle, std::string_view type);

}  // namespace rubble::usarsim
