// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "rubble/messages/arena.h"
#include "rubble/messages/description.h"
#include "rubble/usarsim/protocol/dialect.h"

namespace rubble::usarsim {

// Names in the Udk dialect: the launch files of UDK's clients use other names than Rubble's robot
// files.

// Sets the wire names of a robot's sensors. A sensor keeps its own name if another sensor already
// has the UDK name. Clears them in other dialects.
void name_sensors(RobotDescription& robot, Dialect dialect);
// Name of a sensor in messages.
const std::string& wire_name(const SensorDescription& sensor);
// Whether a name (case-insensitive) is this sensor's own name or its wire name.
bool matches_name(const SensorDescription& sensor, std::string_view name);

// Name of a start in messages: in Udk, RobotStart1 is Vehicle1.
std::string start_name(const NamedPose& start, Dialect dialect);
// The start with this name, own or wire name; null if there is none.
const NamedPose* find_start(const Arena& arena, std::string_view name, Dialect dialect);

}  // namespace rubble::usarsim
