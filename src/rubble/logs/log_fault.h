// SPDX-License-Identifier: Apache-2.0
// Reversed lasers and odometry signs, and their correction in logs and in single samples.
#pragma once

#include <optional>
#include <string>

#include "rubble/logs/robot_log.h"

namespace rubble::logs {

// True orientation of a laser relative to its log. A laser mounted upside down is mirrored.
enum class LaserFault { None, Mirrored, Backwards, MirroredBackwards };
// Wrong sign of odometry: of y and rotation, of rotation alone, of y alone.
enum class OdometryFault { None, Mirrored, Turn, Y };

// Faults of a log. Each one is its own inverse, so correct() also creates it.
struct LogFault {
  LaserFault laser = LaserFault::None;
  OdometryFault odometry = OdometryFault::None;

  bool operator==(const LogFault&) const = default;
};

// Command line words: mirrored, upside-down (same), backwards, mirrored-backwards; and mirrored,
// turn, y.
std::optional<LaserFault> laser_fault(const std::string& word);
std::optional<OdometryFault> odometry_fault(const std::string& word);
const char* word_for(LaserFault fault);
const char* word_for(OdometryFault fault);

bool has_mirrored_beams(LaserFault fault);
bool looks_backwards(LaserFault fault);

void correct(RobotLog& log, const LogFault& fault);
void correct(LaserScan& laser_scan, LaserFault fault);
void correct(LaserMount& laser, LaserFault fault);
Pose2 corrected(const Pose2& odometry, OdometryFault fault);

}  // namespace rubble::logs
