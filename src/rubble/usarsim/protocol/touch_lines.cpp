// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/touch_lines.h"

#include <algorithm>

#include "rubble/usarsim/protocol/udk_names.h"

namespace rubble::usarsim {
namespace {

bool is_any_touched(const TouchReading& reading) {
  return std::find(reading.is_touched.begin(), reading.is_touched.end(), true) !=
         reading.is_touched.end();
}

}  // namespace

void write_touch(const SensorReport& report, std::string& text) {
  const TouchReading* reading = report.as<TouchReading>();
  if (reading == nullptr) return;
  LineText line = report.begin_named(text);
  line.open("Touch").flag(is_any_touched(*reading)).close().end();
}

void write_touch_group(const SensorReport& report, LineText& line) {
  const TouchReading* reading = report.as<TouchReading>();
  if (reading == nullptr) return;
  line.open("Name").word(wire_name(report.sensor));
  line.next("Touch").flag(is_any_touched(*reading)).close();
}

void write_bumper(const SensorReport& report, std::string& text) {
  const TouchReading* reading = report.as<TouchReading>();
  if (reading == nullptr) return;
  LineText line = report.begin_named(text);
  line.open("Touch");
  for (std::size_t zone = 0; zone < reading->is_touched.size(); ++zone) {
    if (zone > 0) line.comma();
    line.flag(reading->is_touched[zone]);
  }
  line.close().end();
}

void write_bumper_groups(const SensorReport& report, LineText& line) {
  const TouchReading* reading = report.as<TouchReading>();
  if (reading == nullptr) return;
  for (std::size_t zone = 0; zone < reading->is_touched.size(); ++zone) {
    line.open("Name").word(wire_name(report.sensor)).integer(static_cast<std::int64_t>(zone) + 1);
    line.next("Touch").flag(reading->is_touched[zone]).close();
  }
}

}  // namespace rubble::usarsim
