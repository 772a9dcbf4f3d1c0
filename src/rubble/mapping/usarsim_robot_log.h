// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/mapping/robot_log.h"
#include "rubble/recording/log.h"

namespace rubble::mapping {

// Whether a log tells the robot's own lines and not readings.
bool has_protocol_lines(const recording::Log& log);
// What the lines of such a log say, with the stamps they name themselves.
RobotLog robot_log_from_lines(const recording::Log& log, const RobotDescription& robot);

}  // namespace rubble::mapping
