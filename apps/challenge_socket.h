// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "rubble/base/result.h"
#include "rubble/mapping/robot_log.h"

namespace rubble::apps {

// Serves a log on this machine and listens to it as any client would, as fast as that goes. What
// comes back is what a team gets to know: no truth.
Result<mapping::RobotLog> read_log_over_socket(const std::string& path,
                                               const std::function<void(double)>& progress);

}  // namespace rubble::apps
