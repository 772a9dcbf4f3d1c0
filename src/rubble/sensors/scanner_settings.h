// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/base/result.h"
#include "rubble/messages/reading.h"
#include "rubble/sensors/codes.h"
#include "rubble/sensors/echo.h"
#include "rubble/world/model.h"

namespace rubble::sensors {

// Beams at equal steps, both ends included; a lone beam looks to the middle.
struct Fan {
  int count = 1;
  double low = 0.0;   // rad
  double high = 0.0;  // rad

  double step() const { return count > 1 ? (high - low) / (count - 1) : 0.0; }
  double first() const { return count > 1 ? low : 0.5 * (low + high); }
};

// Standard deviation of a range in clear air: constant up to a distance, then constant or growing.
struct RangeNoise {
  bool is_on = true;
  double mean = 0.0;                 // m
  double near_sigma = 0.0;           // m
  double near_until = kInfinity;     // m
  double far_sigma = 0.0;            // m
  double far_sigma_per_metre = 0.0;  // on top of far_sigma

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
  double quantum = 0.0;        // m; 0 = not rounded
  double turn_seconds = 0.1;   // s a full turn of the mirror takes
  bool is_rolling = false;     // each beam at its own time
  bool has_urg_steps = false;  // beams outside steps 44..725 cannot be measured
  RangeNoise noise;
  EchoModel echo;
  CodePolicy codes = CodePolicy::Clamp;
};

constexpr double kMaxBeams = 2e6;

// White paper is seen three times as far as a sensor without a data sheet of its own reads, so that
// it sees a surface of 10 % at its maximum range.
constexpr double kWhiteRangeOverMaxRange = 3.0;

// What the file says over what the preset says. Nonsense is an error with file and line.
Result<RangeScannerSettings> scanner_settings(const SensorSpec& spec, RangeScannerSettings preset);

class SettingReader;

// <noise> of SDF, wherever it stands.
void read_range_noise(SettingReader& reader, const std::string& path, RangeNoise& noise);

// What <rubble:laser> can say of any sensor that measures by light.
struct LaserElement {
  EchoModel echo;
  CodePolicy codes = CodePolicy::Clamp;
  bool has_noise = true;
  bool is_rolling = false;
};
void read_laser_element(SettingReader& reader, LaserElement& laser);

}  // namespace rubble::sensors
