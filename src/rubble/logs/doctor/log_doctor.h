// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/logs/doctor/log_faults.h"

namespace rubble::logs {

// Timing of the messages of one kind.
struct StreamStatistics {
  std::string name;  // "FLASER", "SEN RangeScanner Scanner1", "poses"
  std::size_t count = 0;
  double first = 0.0;        // s, the earliest stamp
  double last = 0.0;         // s, the latest
  double interval = 0.0;     // s, median
  double longest_gap = 0.0;  // s
  double gap_at = 0.0;       // s, stamp at its beginning
  std::size_t gaps = 0;      // longer than five intervals and 0.5 s
  std::size_t bursts = 0;    // within 1 ms of the previous message
  std::size_t backward = 0;  // stamp before that of the previous message
  std::size_t duplicates = 0;
  bool is_even = false;  // all intervals exactly equal
};

struct LaserStatistics {
  std::string name;
  std::size_t laser_scans = 0;
  std::size_t min_beams = 0;
  std::size_t max_beams = 0;
  double step = 0.0;             // rad
  double first = 0.0;            // rad, bearing of the first beam in the robot frame
  double last = 0.0;             // rad
  double nearest = 0.0;          // m; infinite without any return
  double farthest = 0.0;         // m, largest return
  double no_return_share = 0.0;  // of all beams
  std::vector<std::pair<double, double>> codes;  // values that mean no return, with their shares
};

struct OdometryStatistics {
  std::size_t count = 0;
  double length = 0.0;   // m, path length including jumps
  double fastest = 0.0;  // m/s, without jumps
  std::size_t jumps = 0;
  double first_jump_at = 0.0;  // s
  double longest_jump = 0.0;   // m
};

enum class Severity { Note, Warning, Problem };
// One or two sentences: the problem and its remedy.
struct Finding {
  Severity severity = Severity::Note;
  std::string text;
};

// Statistics and findings of one file.
struct LogDiagnosis {
  std::string path;
  std::string kind;  // "a CARMEN log"
  std::vector<StreamStatistics> streams;
  std::vector<LaserStatistics> lasers;
  OdometryStatistics odometry;
  // Of a log: results of detect_faults(), the best first.
  std::size_t tried_pairs = 0;
  std::vector<FaultScore> fault_scores;
  std::vector<std::pair<std::string, std::string>>
      facts;  // further name-value pairs, printed as they are
  std::vector<Finding> findings;

  bool has_problem() const;
};

// Diagnoses any file that mapping reads or writes: logs, recordings, trajectories, relations,
// graphs, maps. An error only if it cannot be read at all.
Result<LogDiagnosis> diagnose(const std::string& path);

}  // namespace rubble::logs
