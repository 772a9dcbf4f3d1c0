// SPDX-License-Identifier: Apache-2.0
#include "rubble/pilots/explore/level_scan.h"

#include <cmath>

namespace rubble::pilots {
namespace {

// How far a beam stays inside the band, given how fast it rises.
double range_in_band(double height, double rise, const HeightBand& height_band) {
  constexpr double kLevel = 1e-6;
  if (rise > kLevel) return (height_band.high - height) / rise;
  if (rise < -kLevel) return (height - height_band.low) / -rise;
  return 1e9;
}

// Of a scanner with many, the row that looks around in the sensor's own plane.
int level_row(const RangeScan& scan) {
  std::size_t best = 0;
  for (std::size_t row = 1; row < scan.row_angles.size(); ++row)
    if (std::abs(scan.row_angles[row]) < std::abs(scan.row_angles[best])) best = row;
  return static_cast<int>(best);
}

}  // namespace

PlanarScan project_to_plane(const RangeScan& scan, const Pose& base_from_sensor, double roll,
                            double pitch, const HeightBand& height_band) {
  constexpr double kShort = 0.02;  // m from the maximum: nothing was met
  const Quat level_from_base = quat_from({roll, pitch, 0.0});
  const Vec3 sensor = level_from_base * base_from_sensor.position;
  const Quat level_from_sensor = level_from_base * base_from_sensor.rotation;
  PlanarScan leveled{sensor.head<2>(), {}};
  leveled.beams.reserve(static_cast<std::size_t>(scan.columns));
  const int row = level_row(scan);
  for (int column = 0; column < scan.columns; ++column) {
    const double range = scan.ranges[static_cast<std::size_t>(row * scan.columns + column)];
    if (!(range > scan.min_range)) continue;
    const Vec3 direction = level_from_sensor * beam_direction(scan, row, column);
    const double free_range = range_in_band(sensor.z(), direction.z(), height_band);
    const bool is_wall = range <= free_range && range < scan.max_range - kShort;
    const double free_distance = std::min(range, free_range);
    if (free_distance <= 0.0) continue;
    leveled.beams.push_back({sensor.head<2>() + free_distance * direction.head<2>(), is_wall});
  }
  return leveled;
}

}  // namespace rubble::pilots
