// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "rubble/messages/arena.h"
#include "rubble/messages/description.h"
#include "rubble/usarsim/dialect.h"

namespace rubble::usarsim {

// The names that the later server gave to what our files call otherwise: launch files of its
// clients have them.

// Gives a robot's sensors the names its clients know. One whose name another sensor has already
// keeps its own. Nothing in other dialects.
void name_sensors(RobotDescription& robot, Dialect dialect);
// What a sensor is called on the wire.
const std::string& wire_name(const SensorDescription& sensor);
// Whether a client means this sensor, by either name.
bool matches_name(const SensorDescription& sensor, std::string_view name);

// A start's name on the wire: RobotStart1 is Vehicle1 for clients of the later server.
std::string start_name(const NamedPose& start, Dialect dialect);
// The start a client means, by either name; null if there is none.
const NamedPose* find_start(const Arena& arena, std::string_view name, Dialect dialect);

}  // namespace rubble::usarsim
