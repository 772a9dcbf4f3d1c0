// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>

#include "rubble/messages/description.h"
#include "rubble/messages/reading.h"
#include "rubble/usarsim/protocol/dialect.h"
#include "rubble/usarsim/protocol/line_text.h"

namespace rubble::usarsim {

// One reading to be formatted.
struct SensorReport {
  const SensorDescription& sensor;
  const Reading& reading;
  const WireSettings& settings;

  // Begins a line: SEN {Time t} {Type T}. {Time} only where the dialect has it.
  LineText begin(std::string& text) const;
  // As begin(), followed by {Name n}.
  LineText begin_named(std::string& text) const;

  // Null if the reading is of another type.
  template <class Data>
  const Data* as() const {
    return std::get_if<Data>(&reading.data);
  }
};

// Appends the lines of a reading; none if the protocol has no line for it.
using WriteReport = void (*)(const SensorReport& report, std::string& text);
// Appends {Name n Value v} to a line shared by the sensors of a type.
using WriteGroup = void (*)(const SensorReport& report, LineText& line);

}  // namespace rubble::usarsim
