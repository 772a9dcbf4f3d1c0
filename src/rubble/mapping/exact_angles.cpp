// SPDX-License-Identifier: Apache-2.0
#include "rubble/mapping/exact_angles.h"

#include <charconv>

namespace rubble::mapping {
namespace {

double rounded(double value, int digits) {
  char buffer[64];
  const auto [end, error] =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, digits);
  double result = value;
  if (error == std::errc{}) std::from_chars(buffer, end, result);
  return result;
}

}  // namespace

RollPitchYaw exact_angles(const Quat& rotation) {
  const RollPitchYaw angles = roll_pitch_yaw_of(rotation);
  for (const int digits : {4, 5, 6, 7, 8, 9, 12, 14, 15, 16}) {
    const RollPitchYaw shorter{rounded(angles.roll, digits), rounded(angles.pitch, digits),
                               rounded(angles.yaw, digits)};
    if (quat_from(shorter).coeffs() == rotation.coeffs()) return shorter;
  }
  return angles;
}

}  // namespace rubble::mapping
