// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "rubble/base/result.h"
#include "rubble/logs/robot_log.h"

namespace rubble::challenge {

// Serves a log on a local port and reads it as a client, as fast as possible. The result is what a
// team receives: no ground truth.
Result<logs::RobotLog> read_log_over_socket(const std::string& path,
                                            const std::function<void(double)>& progress);

}  // namespace rubble::challenge
