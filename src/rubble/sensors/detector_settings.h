// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/base/random.h"
#include "rubble/sensors/setting_reader.h"
#include "rubble/sensors/sight.h"

namespace rubble::sensors {

// Settings of the sensors that detect tags, victims and objects in a cone.
struct DetectorSettings {
  Cone cone;
  double noise = 0.0;  // m, standard deviation of each coordinate of a position
};

// Reads <rubble:sense>: range, field_of_view and noise.
void read_detector_settings(SettingReader& reader, DetectorSettings& settings);

// The position with Gaussian noise of standard deviation sigma (m) on each coordinate.
Vec3 with_noise(const Vec3& position, double sigma, Random& noise);

}  // namespace rubble::sensors
