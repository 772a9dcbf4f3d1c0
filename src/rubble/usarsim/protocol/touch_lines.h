// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/usarsim/protocol/sensor_report.h"

namespace rubble::usarsim {

void write_touch(const SensorReport& report, std::string& text);
void write_touch_group(const SensorReport& report, LineText& line);
// Zones of a bumper from left to right: as a list, or as groups named after the sensor and 1, 2,
// ...
void write_bumper(const SensorReport& report, std::string& text);
void write_bumper_groups(const SensorReport& report, LineText& line);

}  // namespace rubble::usarsim
