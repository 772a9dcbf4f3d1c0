// SPDX-License-Identifier: Apache-2.0
// Logs whose laser or odometry is the wrong way round.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rubble/mapping/robot_log.h"

namespace rubble::mapping {

// How a laser's beams lie against what its log says. One that hangs upside down is mirrored.
enum class LaserFault { None, Mirrored, Backwards, MirroredBackwards };
// Which sign of odometry is wrong: of y and turns, of turns alone, of y alone.
enum class OdometryFault { None, Mirrored, Turn, Y };

// What is wrong with a log; each fault mends itself when it is done again.
struct LogFault {
  LaserFault laser = LaserFault::None;
  OdometryFault odometry = OdometryFault::None;

  bool operator==(const LogFault&) const = default;
};

// Words of the command line: mirrored, upside-down (the same), backwards, mirrored-backwards; and
// mirrored, turn, y.
std::optional<LaserFault> laser_fault(const std::string& word);
std::optional<OdometryFault> odometry_fault(const std::string& word);
const char* word_for(LaserFault fault);
const char* word_for(OdometryFault fault);

void correct(RobotLog& log, const LogFault& fault);
void correct(LaserScan& laser_scan, LaserFault fault);
void correct(LaserMount& laser, LaserFault fault);
Pose2 corrected(const Pose2& odometry, OdometryFault fault);

// How well pairs of scans lie on each other where odometry puts them, if this were wrong.
struct FaultScore {
  LogFault fault;
  double mean = 0.0;    // 0..1
  double gain = 0.0;    // over the log as it stands
  double sigmas = 0.0;  // that gain, over its standard error
};

struct FaultDetection {
  std::size_t pairs = 0;            // of scans that were tried
  std::vector<FaultScore> scores;   // the best first
  std::optional<LogFault> verdict;  // nothing: as far as can be told the log is right
};

// Tries the faults on at most so many pairs of scans between which the robot turned and moved. A
// mirrored laser and mirrored odometry cannot be told apart (the one map is the other in a mirror);
// both are called LaserFault::Mirrored. Too few pairs tell nothing.
FaultDetection detect_faults(const RobotLog& log, std::size_t max_pairs = 60);

// Repeats a CARMEN log with its scans and its odometry mended, every stamp and all else untouched.
Result<void> write_corrected_carmen(const std::string& path, const std::string& log,
                                    const LogFault& fault);

// The verdict as a sentence that names the options which mend it.
std::string sentence_for(const LogFault& fault);

}  // namespace rubble::mapping
