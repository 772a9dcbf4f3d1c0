// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/messages/arena.h"
#include "rubble/messages/description.h"
#include "rubble/messages/reading.h"
#include "rubble/messages/status.h"

namespace rubble::logs {

// A logged protocol line, without its line end.
struct LoggedLine {
  std::string text;
};

// One logged output of a robot.
struct LogEntry {
  double time = 0.0;  // s since the log began, never decreasing
  int robot = 0;      // index of Log::robots()
  std::variant<Reading, RobotStatus, LoggedLine> what;
  double stamp = 0.0;                         // s, of the clock of the log, unrounded
  std::optional<OdometryReading> odometry{};  // of the same message as a scan
};

// Single pass over a log.
class LogCursor {
 public:
  virtual ~LogCursor() = default;
  virtual std::optional<LogEntry> next() = 0;
};

// A run that can be replayed: a recording, a CARMEN log or a text log of USARSim messages.
class Log {
 public:
  virtual ~Log() = default;
  virtual const Arena& arena() const = 0;
  virtual const std::vector<RobotDescription>& robots() const = 0;
  virtual std::unique_ptr<LogCursor> begin() const = 0;
  virtual double duration() const = 0;  // s
  // True for a recording with ground truth.
  virtual bool keeps_truth() const { return false; }
  // Logged answers to queries (CONF, GEO, NFO with start poses). Where there are none, answers are
  // generated from the robot description.
  virtual std::vector<std::string> answers() const { return {}; }
};

// Detects the format from the content; decompresses .xz and .gz. Errors name file and line.
Result<std::unique_ptr<Log>> open_log(const std::string& path);

// One function per format.
Result<std::unique_ptr<Log>> open_recording_log(const std::string& path);
Result<std::unique_ptr<Log>> open_carmen_log(std::string text, const std::string& path);
Result<std::unique_ptr<Log>> open_usarsim_log(std::string text, const std::string& path);

}  // namespace rubble::logs
