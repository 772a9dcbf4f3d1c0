// SPDX-License-Identifier: Apache-2.0
#include "rubble/trajectory/round_trip_angles.h"

#include <charconv>
#include <cmath>

namespace rubble::trajectory {
namespace {

double rounded(double value, int digits) {
  if (value == 0.0) return value;
  char buffer[64];
  const auto [end, error] =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits);
  double result = value;
  if (error == std::errc{}) std::from_chars(buffer, end, result);
  return result;
}

}  // namespace

RollPitchYaw round_trip_angles(const Quat& rotation) {
  const RollPitchYaw angles = roll_pitch_yaw_of(rotation);
  for (const int digits : {4, 5, 6, 7, 8, 9, 12, 14, 15, 16, 17}) {
    const RollPitchYaw shorter{rounded(angles.roll, digits), rounded(angles.pitch, digits),
                               rounded(angles.yaw, digits)};
    if (quat_from(shorter).coeffs() == rotation.coeffs()) return shorter;
  }
  // Rounding may have moved the yaw by a few units in the last place.
  double below = angles.yaw, above = angles.yaw;
  for (int i = 0; i < 8; ++i) {
    below = std::nextafter(below, -10.0);
    above = std::nextafter(above, 10.0);
    for (const double yaw : {below, above})
      if (quat_from({angles.roll, angles.pitch, yaw}).coeffs() == rotation.coeffs())
        return {angles.roll, angles.pitch, yaw};
  }
  return angles;
}

}  // namespace rubble::trajectory
