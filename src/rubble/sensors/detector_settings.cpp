// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/detector_settings.h"

namespace rubble::sensors {

void read_detector_settings(SettingReader& reader, DetectorSettings& settings) {
  reader.read("rubble:sense/range", settings.cone.range, {1e-3, 1e4});
  reader.read("rubble:sense/field_of_view", settings.cone.field_of_view, {1e-3, 6.2832});
  reader.read("rubble:sense/noise", settings.noise, {0.0, 100.0});
}

Vec3 with_noise(const Vec3& position, double sigma, Random& noise) {
  const double x = noise.normal(), y = noise.normal(), z = noise.normal();
  return position + sigma * Vec3(x, y, z);
}

}  // namespace rubble::sensors
