// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/usarsim/protocol/sensor_report.h"

namespace rubble::usarsim {

// A scan with several rows is sent as its middle row. The first value is the rightmost beam.
void write_range_scan(const SensorReport& report, std::string& text);
void write_infrared_scan(const SensorReport& report, std::string& text);
// {Resolution r}, r in rad. Clients derive the number of values as FOV / r, so r times `values`
// must equal the field of view within half of r: four decimals where they suffice, else eight.
void append_resolution(LineText& line, double step, double field_of_view, std::size_t values);
// A range image in 20 lines; without data, a single line with {Frames 0}.
void write_range_image(const SensorReport& report, std::string& text);
// Single-beam sensors: sonar and infrared.
void write_range(const SensorReport& report, std::string& text);
void write_range_group(const SensorReport& report, LineText& line);

}  // namespace rubble::usarsim
