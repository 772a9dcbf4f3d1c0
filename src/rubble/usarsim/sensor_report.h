// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>

#include "rubble/messages/description.h"
#include "rubble/messages/reading.h"
#include "rubble/usarsim/dialect.h"
#include "rubble/usarsim/line_text.h"

namespace rubble::usarsim {

// One reading on its way to the wire.
struct SensorReport {
  const SensorDescription& sensor;
  const Reading& reading;
  const WireSettings& settings;

  // Begins a line: SEN {Time t} {Type T}, the time where the dialect has one.
  LineText begin(std::string& text) const;
  // The same and {Name n}.
  LineText begin_named(std::string& text) const;

  // Null if it is a reading of another kind.
  template <class Data>
  const Data* as() const {
    return std::get_if<Data>(&reading.data);
  }
};

// Appends the lines of a reading; none where the protocol has nothing to say.
using WriteReport = void (*)(const SensorReport& report, std::string& text);
// Appends a sensor's {Name n Value v} to a line that sensors of one type share.
using WriteGroup = void (*)(const SensorReport& report, LineText& line);

}  // namespace rubble::usarsim
