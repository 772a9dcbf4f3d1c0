// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/usarsim/protocol/sensor_report.h"

namespace rubble::usarsim {

// SEN lines of proprioceptive and positioning sensors.
void write_odometry(const SensorReport& report, std::string& text);
void write_ins(const SensorReport& report, std::string& text);
void write_imu(const SensorReport& report, std::string& text);
void write_ground_truth(const SensorReport& report, std::string& text);
void write_gps(const SensorReport& report, std::string& text);
void write_compass(const SensorReport& report, std::string& text);
void write_altitude(const SensorReport& report, std::string& text);
void write_tachometer(const SensorReport& report, std::string& text);
void write_encoder(const SensorReport& report, std::string& text);
void write_encoder_group(const SensorReport& report, LineText& line);

}  // namespace rubble::usarsim
