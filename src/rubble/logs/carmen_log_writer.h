// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/logs/robot_log.h"

namespace rubble::logs {

struct CarmenLogReport {
  std::size_t scans = 0;
  std::size_t odometry = 0;
  std::vector<std::string> remarks;  // what was left out
};

// Scans and odometry as a CARMEN log, which most SLAM programs read. Level lasers only: the first
// is the front laser, a second one the rear laser. Half circles of whole or half degrees are FLASER
// lines, all others ROBOTLASER1, which say how their beams lie. Where nothing came back stands the
// maximum range (FLASER: 81.91, as a SICK says it). Stamps are the log's own.
Result<CarmenLogReport> write_carmen_log(const std::string& path, const RobotLog& log);

}  // namespace rubble::logs
