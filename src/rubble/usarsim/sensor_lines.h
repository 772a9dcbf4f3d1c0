// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>

#include "rubble/messages/description.h"
#include "rubble/messages/reading.h"
#include "rubble/usarsim/dialect.h"

namespace rubble::usarsim {

// Whether a reading says nothing that was not said before and is left out.
using IsUnchanged = std::function<bool(const Reading&)>;

// The SEN lines of what one robot's sensors measured in one tick. Sensors that share a line in the
// dialect (sonars, encoders, touch) are joined where the first of them stands.
std::string sensor_lines(const RobotDescription& robot, std::span<const Reading> readings,
                         const WireSettings& settings, const IsUnchanged& is_unchanged = nullptr);

// What UDK's cameras say of themselves now and then: a line without a name or data each. The other
// dialects' cameras are silent.
std::string camera_lines(const RobotDescription& robot, Tick tick, Dialect dialect);

}  // namespace rubble::usarsim
