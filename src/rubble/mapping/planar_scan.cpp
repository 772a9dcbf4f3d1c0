// SPDX-License-Identifier: Apache-2.0
#include "rubble/mapping/planar_scan.h"

#include <algorithm>
#include <cmath>

#include "rubble/mapping/leveling.h"
#include "rubble/mapping/plan_maker.h"

namespace rubble::mapping {
namespace {

constexpr double kLevelTilt = 0.1;   // rad; a laser tilted by more is not for plans
constexpr double kNearestHit = 0.1;  // m; nearer is the robot itself

bool is_level(const LaserMount& mount) {
  const Vec3 up = mount.base_from_laser.rotation * Vec3::UnitZ();
  return up.z() > std::cos(kLevelTilt);
}

// The level laser with the most sweeps; without one, whichever has the most.
int mapping_laser(const RobotLog& log) {
  std::vector<std::size_t> counts(log.lasers.size(), 0);
  for (const Sweep& sweep : log.sweeps) ++counts[static_cast<std::size_t>(sweep.laser)];
  int best = -1;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto rank = [&](std::size_t laser) {
      return std::pair(counts[laser] > 0 && is_level(log.lasers[laser]), counts[laser]);
    };
    if (best < 0 || rank(i) > rank(static_cast<std::size_t>(best))) best = static_cast<int>(i);
  }
  return best;
}

PlanarScan flat_scan(const Sweep& sweep, const LaserMount& mount,
                     const PlanarScanSettings& settings) {
  const Pose2 base_from_laser = planar(mount.base_from_laser);
  PlanarScan scan;
  scan.stamp = sweep.stamp;
  scan.origin = base_from_laser.position().cast<float>();
  const double max_range = range_of(mount);
  const double free_range = std::min(settings.free_range, max_range);
  for (std::size_t i = 0; i < sweep.ranges.size(); ++i) {
    const double range = static_cast<double>(sweep.ranges[i]);
    const double angle = sweep.angle_min + static_cast<double>(i) * sweep.angle_increment;
    const Vec2 direction(std::cos(angle), std::sin(angle));
    if (range < kNearestHit) continue;
    const bool is_hit = range <= settings.usable_range && range < max_range;
    const double length = is_hit ? range : std::isnan(range) ? free_range : settings.usable_range;
    const Vec2 end = base_from_laser * Vec2(length * direction);
    (is_hit ? scan.hits : scan.misses).push_back(end.cast<float>());
  }
  return scan;
}

}  // namespace

PlanMaker::PlanMaker(const RobotLog& log, const PlanarScanSettings& settings)
    : log_(log), settings_(settings) {}

std::optional<PlanarScan> PlanMaker::scan_of(std::size_t index) {
  const Sweep& sweep = log_.sweeps[index];
  if (!laser_) laser_ = mapping_laser(log_);
  if (sweep.laser != *laser_) return std::nullopt;
  const LaserMount& mount = log_.lasers[static_cast<std::size_t>(*laser_)];
  const bool has_ramps = settings_.handles_ramps && !log_.attitudes.empty() && is_level(mount);
  PlanarScan scan;
  if (has_ramps) {
    lifts_.follow(log_);
    scan = leveled_scan(sweep, mount, lifts_.stance_at(log_, sweep.stamp), settings_);
  } else {
    scan = flat_scan(sweep, mount, settings_);
  }
  const bool has_own = log_.sweep_odometry.size() == log_.sweeps.size();
  if (has_own) {
    scan.odometry = log_.sweep_odometry[index];
  } else if (settings_.uses_inertial_heading) {
    follow_inertial_odometry(log_, odometry_);
    scan.odometry = odometry_at(odometry_, sweep.stamp);
    scan.has_inertial_heading = !log_.attitudes.empty();
  } else {
    scan.odometry = odometry_at(log_.odometry, sweep.stamp);
  }
  return scan;
}

std::vector<PlanarScan> planar_scans(const RobotLog& log, const PlanarScanSettings& settings) {
  PlanMaker maker(log, settings);
  std::vector<PlanarScan> scans;
  for (std::size_t i = 0; i < log.sweeps.size(); ++i)
    if (auto scan = maker.scan_of(i)) scans.push_back(*std::move(scan));
  return scans;
}

}  // namespace rubble::mapping
