// SPDX-License-Identifier: Apache-2.0
// Minimal parser of the robot protocol, for logs. The protocol itself is
// spoken in usarsim/.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace rubble::logs {

struct LoggedSegment {
  std::string_view name;
  std::string_view value;
};

// A message found in a line of a log, maybe behind a stamp that the logger put there.
struct LoggedMessage {
  std::string_view text;     // from its keyword to the end of the line, untouched
  std::string_view keyword;  // "SEN"
  std::optional<double> stamp;
  std::vector<LoggedSegment> segments;

  std::string_view value(std::string_view name) const;  // empty if there is none
  std::optional<double> number(std::string_view name) const;
};

// Nothing if the line holds none.
std::optional<LoggedMessage> find_message(std::string_view line);

// Whether it is a robot (or its server) that says so, not its client.
bool is_told_by_robot(std::string_view keyword);

}  // namespace rubble::logs
