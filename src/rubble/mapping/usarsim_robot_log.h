// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/mapping/robot_log.h"
#include "rubble/recording/log.h"

namespace rubble::mapping {

// Whether a log tells the robot's own lines and not readings.
bool tells_lines(const recording::Log& log);
// What the lines of such a log say, with the stamps they name themselves.
RobotLog robot_log_of_lines(const recording::Log& log, const RobotDescription& robot);

}  // namespace rubble::mapping
