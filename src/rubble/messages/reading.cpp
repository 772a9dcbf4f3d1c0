// SPDX-License-Identifier: Apache-2.0
#include "rubble/messages/reading.h"

#include <cmath>

namespace rubble {

Vec3 beam_direction(const RangeScan& scan, int row, int column) {
  const double angle = scan.angle_min + column * scan.angle_increment;
  const double row_angle = scan.row_angles[static_cast<std::size_t>(row)];
  if (scan.row_motion == RowMotion::Elevation)
    return {std::cos(row_angle) * std::cos(angle), std::cos(row_angle) * std::sin(angle),
            std::sin(row_angle)};
  return {std::cos(angle), std::sin(angle) * std::cos(row_angle),
          std::sin(angle) * std::sin(row_angle)};
}

}  // namespace rubble
