// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/planar_scan.h"

#include <algorithm>
#include <cmath>

#include "rubble/slam/2d/leveling.h"
#include "rubble/slam/2d/scan_projector.h"

namespace rubble::slam {
namespace {

constexpr double kLevelTilt = 0.1;    // rad; a laser tilted by more is not for plans
constexpr double kMinHitRange = 0.1;  // m; nearer is the robot itself

bool is_level(const logs::LaserMount& mount) {
  const Vec3 up = mount.base_from_laser.rotation * Vec3::UnitZ();
  return up.z() > std::cos(kLevelTilt);
}

// The horizontal laser with the most scans; without one, the laser with the most scans.
int mapping_laser(const logs::RobotLog& log) {
  std::vector<std::size_t> counts(log.lasers.size(), 0);
  for (const logs::LaserScan& laser_scan : log.laser_scans)
    ++counts[static_cast<std::size_t>(laser_scan.laser)];
  int best = -1;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto rank = [&](std::size_t laser) {
      return std::pair(counts[laser] > 0 && is_level(log.lasers[laser]), counts[laser]);
    };
    if (best < 0 || rank(i) > rank(static_cast<std::size_t>(best))) best = static_cast<int>(i);
  }
  return best;
}

PlanarScan flat_scan(const logs::LaserScan& laser_scan, const logs::LaserMount& mount,
                     const PlanarScanSettings& settings) {
  const Pose2 base_from_laser = planar(mount.base_from_laser);
  PlanarScan scan;
  scan.stamp = laser_scan.stamp;
  scan.origin = base_from_laser.position().cast<float>();
  const double max_range = logs::range_of(mount);
  const double no_return_free_range = std::min(settings.no_return_free_range, max_range);
  for (std::size_t i = 0; i < laser_scan.ranges.size(); ++i) {
    const double range = static_cast<double>(laser_scan.ranges[i]);
    const double angle = laser_scan.angle_min + static_cast<double>(i) * laser_scan.angle_increment;
    const Vec2 direction(std::cos(angle), std::sin(angle));
    if (range < kMinHitRange) continue;
    const bool is_hit = range <= settings.max_hit_range && range < max_range;
    const double length = is_hit              ? range
                          : std::isnan(range) ? no_return_free_range
                                              : settings.max_hit_range;
    const Vec2 end = base_from_laser * Vec2(length * direction);
    (is_hit ? scan.hits : scan.misses).push_back(end.cast<float>());
  }
  return scan;
}

}  // namespace

ScanProjector::ScanProjector(const logs::RobotLog& log, const PlanarScanSettings& settings)
    : log_(log), settings_(settings) {}

std::optional<PlanarScan> ScanProjector::scan_of(std::size_t index) {
  const logs::LaserScan& laser_scan = log_.laser_scans[index];
  if (!laser_) laser_ = mapping_laser(log_);
  if (laser_scan.laser != *laser_) return std::nullopt;
  const logs::LaserMount& mount = log_.lasers[static_cast<std::size_t>(*laser_)];
  const bool has_ramps = settings_.handles_ramps && !log_.attitudes.empty() && is_level(mount);
  PlanarScan scan;
  if (has_ramps) {
    heights_.update(log_);
    scan = leveled_scan(laser_scan, mount, heights_.tilt_and_height_at(log_, laser_scan.stamp),
                        settings_);
  } else {
    scan = flat_scan(laser_scan, mount, settings_);
  }
  const bool has_own = log_.scan_odometry.size() == log_.laser_scans.size();
  if (has_own) {
    scan.odometry = log_.scan_odometry[index];
  } else if (settings_.uses_inertial_heading) {
    extend_inertial_odometry(log_, odometry_);
    scan.odometry = logs::odometry_at(odometry_, laser_scan.stamp);
    scan.has_inertial_heading = !log_.attitudes.empty();
  } else {
    scan.odometry = logs::odometry_at(log_.odometry, laser_scan.stamp);
  }
  return scan;
}

std::vector<PlanarScan> planar_scans(const logs::RobotLog& log,
                                     const PlanarScanSettings& settings) {
  ScanProjector projector(log, settings);
  std::vector<PlanarScan> scans;
  for (std::size_t i = 0; i < log.laser_scans.size(); ++i)
    if (auto scan = projector.scan_of(i)) scans.push_back(*std::move(scan));
  return scans;
}

}  // namespace rubble::slam
