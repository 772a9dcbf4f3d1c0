// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/usarsim/protocol/sensor_report.h"

namespace rubble::usarsim {

// SEN lines of detectors: RFID tags, victims, objects, gas, heat, sound and smoke.
void write_tags(const SensorReport& report, std::string& text);
void write_victims(const SensorReport& report, std::string& text);
void write_objects(const SensorReport& report, std::string& text);
void write_gas(const SensorReport& report, std::string& text);
void write_heat(const SensorReport& report, std::string& text);
void write_transmission(const SensorReport& report, std::string& text);
void write_sound(const SensorReport& report, std::string& text);

}  // namespace rubble::usarsim
