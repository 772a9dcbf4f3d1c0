// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/mapping/log_faults.h"

namespace rubble::mapping {

// Messages of one kind and how they come.
struct StreamStatistics {
  std::string name;  // "FLASER", "SEN RangeScanner Scanner1", "poses"
  std::size_t count = 0;
  double first = 0.0;        // s, the earliest stamp
  double last = 0.0;         // s, the latest
  double interval = 0.0;     // s, the middle one of all
  double longest_gap = 0.0;  // s
  double gap_at = 0.0;       // s, where that begins
  std::size_t gaps = 0;      // more than five intervals and half a second
  std::size_t bursts = 0;    // less than a millisecond after the one before
  std::size_t backward = 0;  // before the one before
  std::size_t duplicates = 0;
  bool is_even = false;  // all exactly the same time apart
};

struct LaserStatistics {
  std::string name;
  std::size_t laser_scans = 0;
  std::size_t min_beams = 0;
  std::size_t max_beams = 0;
  double step = 0.0;                             // rad
  double first = 0.0;                            // rad, direction of the first beam on the robot
  double last = 0.0;                             // rad
  double nearest = 0.0;                          // m; infinite if nothing was ever seen
  double farthest = 0.0;                         // m, of what was seen
  double no_return_share = 0.0;                  // of all beams
  std::vector<std::pair<double, double>> codes;  // values that mean it, and their share
};

struct OdometryStatistics {
  std::size_t count = 0;
  double length = 0.0;   // m, with jumps
  double fastest = 0.0;  // m/s, jumps left out
  std::size_t jumps = 0;
  double first_jump_at = 0.0;  // s
  double longest_jump = 0.0;   // m
};

enum class Severity { Note, Warning, Problem };
// A sentence or two: what is the matter, and what to do about it.
struct Finding {
  Severity severity = Severity::Note;
  std::string text;
};

// What a look at a file brings to light.
struct LogDiagnosis {
  std::string path;
  std::string kind;  // "a CARMEN log"
  std::vector<StreamStatistics> streams;
  std::vector<LaserStatistics> lasers;
  OdometryStatistics odometry;
  // Of a log: how well its scans lie where odometry puts them if something were the wrong way
  // round, the best first.
  std::size_t tried_pairs = 0;
  std::vector<FaultScore> fault_scores;
  std::vector<std::pair<std::string, std::string>> facts;  // others, to be told as they stand
  std::vector<Finding> findings;

  bool has_problem() const;
};

// Any file for or from mapping: logs, recordings, trajectories, relations, graphs, maps. An error
// only if it cannot be read at all.
Result<LogDiagnosis> diagnose(const std::string& path);

}  // namespace rubble::mapping
