// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/base/result.h"
#include "rubble/messages/reading.h"
#include "rubble/sensors/codes.h"
#include "rubble/sensors/echo.h"
#include "rubble/world/model.h"

namespace rubble::sensors {

// Angles at equal steps, both ends included; a single beam points to the centre.
struct Fan {
  int count = 1;
  double low = 0.0;   // rad
  double high = 0.0;  // rad

  double step() const { return count > 1 ? (high - low) / (count - 1) : 0.0; }
  double first() const { return count > 1 ? low : 0.5 * (low + high); }
};

// Range noise in clear air: Gaussian, with a standard deviation that is constant up to near_until
// and constant or linear in range beyond.
struct RangeNoise {
  bool is_on = true;
  double mean = 0.0;                 // m, bias, bias
  double near_sigma = 0.0;           // m
  double near_until = kInfinity;     // m
  double far_sigma = 0.0;            // m
  double far_sigma_per_metre = 0.0;  // added to far_sigma

  double sigma(double range) const {
    return range < near_until ? near_sigma : far_sigma + far_sigma_per_metre * range;
  }
};

struct RangeScannerSettings {
  Fan columns{181, -0.5 * kPi, 0.5 * kPi};
  Fan rows;
  RowMotion row_motion = RowMotion::Elevation;
  double min_range = 0.1;      // m
  double max_range = 20.0;     // m
  double quantum = 0.0;        // m, range resolution; 0: not rounded
  double turn_seconds = 0.1;   // s per revolution of the mirror
  bool is_rolling = false;     // each beam is measured at its own time
  bool has_urg_steps = false;  // only the steps 44..725 of a Hokuyo URG can be measured
  RangeNoise noise;
  EchoModel echo;
  CodePolicy codes = CodePolicy::Clamp;
};

constexpr double kMaxBeams = 2e6;

// Default ratio of EchoModel::white_range to max_range, for sensors without a data sheet: a surface
// of 10 % reflectivity is then detected at the maximum range.
constexpr double kWhiteRangeOverMaxRange = 3.0;

// Settings from the file, with the preset as default. Invalid values are errors with file and line.
Result<RangeScannerSettings> scanner_settings(const SensorSpec& spec, RangeScannerSettings preset);

class SettingReader;

// Reads SDF's <noise> at a path.
void read_range_noise(SettingReader& reader, const std::string& path, RangeNoise& noise);

// Settings of <rubble:laser>, for all optical range sensors.
struct LaserElement {
  EchoModel echo;
  CodePolicy codes = CodePolicy::Clamp;
  bool has_noise = true;
  bool is_rolling = false;
};
void read_laser_element(SettingReader& reader, LaserElement& laser);

}  // namespace rubble::sensors
