// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/logs/log.h"
#include "rubble/logs/robot_log.h"

namespace rubble::logs {

// True if the log consists of protocol lines instead of readings.
bool has_protocol_lines(const Log& log);
// Decodes the lines of such a log, with their own stamps.
RobotLog robot_log_from_lines(const Log& log, const RobotDescription& robot);

}  // namespace rubble::logs
