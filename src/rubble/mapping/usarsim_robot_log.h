// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/mapping/robot_log.h"
#include "rubble/recording/log.h"

namespace rubble::mapping {

// True if the log consists of protocol lines instead of readings.
bool has_protocol_lines(const recording::Log& log);
// Decodes the lines of such a log, with their own stamps.
RobotLog robot_log_from_lines(const recording::Log& log, const RobotDescription& robot);

}  // namespace rubble::mapping
