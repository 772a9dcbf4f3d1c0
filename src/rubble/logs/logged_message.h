// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "rubble/usarsim/protocol/line.h"

namespace rubble::logs {

// A USARSim message found in a line of a log, maybe behind a stamp that the logger put there.
// Refers to the text of the log, which must outlive it. Unlike those of a connection, messages of a
// log may be cut off or damaged: a block that is not closed is left out, and a number counts only
// if it is all of the value.
struct LoggedMessage : usarsim::Line {
  std::string_view text;        // from its keyword to the end of the line, untouched
  std::optional<double> stamp;  // of the logger

  std::string_view value(std::string_view name) const;  // empty if there is none
  std::optional<double> number(std::string_view name) const;
};

// Nothing if the line holds none.
std::optional<LoggedMessage> find_message(std::string_view line);

// Whether a robot or its server sends this message, not its client.
bool is_told_by_robot(std::string_view keyword);

}  // namespace rubble::logs
