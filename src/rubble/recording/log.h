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

namespace rubble::recording {

// A line of the robot's protocol as it was logged, without its end.
struct LoggedLine {
  std::string text;
};

// Something a robot once told its client.
struct LogEntry {
  double time = 0.0;  // s since the log began, never decreasing
  int robot = 0;      // of Log::robots()
  std::variant<Reading, RobotStatus, LoggedLine> what;
  double stamp = 0.0;                         // s, as the log itself says it, to its last digit
  std::optional<OdometryReading> odometry{};  // that stood in the same message as a scan
};

// Goes through a log once.
class LogCursor {
 public:
  virtual ~LogCursor() = default;
  virtual std::optional<LogEntry> next() = 0;
};

// A run that can be told again: a recording, a CARMEN log, or a text log of USARSim messages.
class Log {
 public:
  virtual ~Log() = default;
  virtual const Arena& arena() const = 0;
  virtual const std::vector<RobotDescription>& robots() const = 0;
  virtual std::unique_ptr<LogCursor> begin() const = 0;
  virtual double duration() const = 0;  // s
  // Whether the file is a recording that also says where everything truly was.
  virtual bool keeps_truth() const { return false; }
  // Lines with which the robot once answered questions (CONF, GEO, NFO with start poses), as they
  // were logged; where there are none, the description answers.
  virtual std::vector<std::string> answers() const { return {}; }
};

// Finds out what it is by looking at it; .xz and .gz are unpacked. Errors name file and line.
Result<std::unique_ptr<Log>> open_log(const std::string& path);

// The single formats.
Result<std::unique_ptr<Log>> open_recording_log(const std::string& path);
Result<std::unique_ptr<Log>> open_carmen_log(std::string text, const std::string& path);
Result<std::unique_ptr<Log>> open_usarsim_log(std::string text, const std::string& path);

}  // namespace rubble::recording
