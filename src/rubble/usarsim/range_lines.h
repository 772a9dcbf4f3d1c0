// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/usarsim/sensor_report.h"

namespace rubble::usarsim {

// Of several rows the middle one goes out. First value: the right-hand side.
void write_range_scan(const SensorReport& report, std::string& text);
void write_infrared_scan(const SensorReport& report, std::string& text);
// {Resolution r} of a scan of so many values: with four digits if they are enough for r times the
// values to meet the field of view within half of r, else with more.
void append_resolution(LineText& line, double step, double field_of_view, std::size_t values);
// A picture of distances in 20 lines; one that says so if there are no distances.
void write_range_image(const SensorReport& report, std::string& text);
// Sonar and infrared.
void write_range(const SensorReport& report, std::string& text);
void write_range_group(const SensorReport& report, LineText& line);

}  // namespace rubble::usarsim
