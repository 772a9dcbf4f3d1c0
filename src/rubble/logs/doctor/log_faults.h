// SPDX-License-Identifier: Apache-2.0
// Detection of reversed lasers and odometry signs in logs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rubble/logs/log_fault.h"
#include "rubble/logs/robot_log.h"

namespace rubble::logs {

// Mean match score of scan pairs at the relative pose of odometry, after correcting this fault.
struct FaultScore {
  LogFault fault;
  double mean = 0.0;    // 0..1
  double gain = 0.0;    // over the uncorrected log
  double sigmas = 0.0;  // the gain over its standard error
};

struct FaultDetection {
  std::size_t pairs = 0;            // number of scan pairs compared
  std::vector<FaultScore> scores;   // the best first
  std::optional<LogFault> verdict;  // nothing: no fault found
};

// Tests every fault on up to max_pairs scan pairs between which the robot rotated and moved. A
// fault is reported if it improves the match by 5 standard errors. A mirrored laser and mirrored
// odometry are indistinguishable (their maps are mirror images); both are reported as
// LaserFault::Mirrored.
FaultDetection detect_faults(const RobotLog& log, std::size_t max_pairs = 60);

// Copies a CARMEN log with corrected scans and odometry; stamps and all other lines stay untouched.
Result<void> write_corrected_carmen(const std::string& path, const std::string& log,
                                    const LogFault& fault);

// The verdict as a sentence that names the options to correct it.
std::string sentence_for(const LogFault& fault);

}  // namespace rubble::logs
