// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>

#include "rubble/messages/description.h"
#include "rubble/messages/reading.h"
#include "rubble/usarsim/protocol/dialect.h"

namespace rubble::usarsim {

// Whether a reading contains nothing new and is omitted.
using IsUnchanged = std::function<bool(const Reading&)>;

// SEN lines for the readings of one robot in one tick. Sensors that share a line in the dialect
// (sonar, encoder, touch) are joined at the position of the first.
std::string sensor_lines(const RobotDescription& robot, std::span<const Reading> readings,
                         const WireSettings& settings, const IsUnchanged& is_unchanged = nullptr);

// Lines of UDK's cameras: one per camera, without name or data. Empty in the other dialects.
std::string camera_lines(const RobotDescription& robot, Tick tick, Dialect dialect);

}  // namespace rubble::usarsim
