// SPDX-License-Identifier: Apache-2.0
#include "rubble/slam/2d/leveling.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rubble::slam {
namespace {

// Ramps of 15 degrees over half a cell of 1.2 m are 0.16 m high; walls are half a sheet, 1.2 m.
constexpr double kMaxFloorHeight = 0.165;        // m
constexpr double kMinWallTop = 1.19;             // m
constexpr double kHeightMargin = 0.02;           // m
constexpr double kAttitudeError = radians(0.7);  // of an inertial unit, while driving
constexpr double kLevelEnough = radians(1.5);    // rad; below counts as level
constexpr double kBelowMount = 0.08;             // m; keeps low-mounted lasers inside the band
constexpr double kMinBeamRange = 0.1;            // m; nearer hits are the robot itself
constexpr double kForever = 1e9;                 // m

double mix(double from, double to, double share) { return from + share * (to - from); }

double mix_angle(double from, double to, double share) {
  return wrap_angle(from + share * wrap_angle(to - from));
}

// Heights above the lowest floor between which the end of a beam is certainly on a wall, m.
struct WallBand {
  double low = 0.0;
  double high = 0.0;
};

WallBand band_of(const logs::LaserMount& mount) {
  const double nominal = mount.base_from_laser.position.z();
  return {std::min(kMaxFloorHeight + kHeightMargin, nominal - kBelowMount),
          std::max(kMinWallTop - kHeightMargin, nominal + kBelowMount)};
}

// A laser on a tilted robot, in the levelled robot frame.
class LevelLaser {
 public:
  LevelLaser(const logs::LaserMount& mount, const TiltAndHeight& tilt)
      : stance_(tilt), band_(band_of(mount)) {
    const Quat level_from_base = quat_from({tilt.roll, tilt.pitch, 0.0});
    origin_ = level_from_base * mount.base_from_laser.position;
    level_from_laser_ = level_from_base * mount.base_from_laser.rotation;
  }

  const Vec3& origin() const { return origin_; }
  Vec3 direction(double angle) const {
    return level_from_laser_ * Vec3(std::cos(angle), std::sin(angle), 0.0);
  }
  // Range up to which a beam certainly stays in the band, m.
  double range_limit(const Vec3& direction) const {
    if (stance_.is_level()) return kForever;
    const double descent = kAttitudeError - direction.z(), climb = kAttitudeError + direction.z();
    double range_limit = kForever;
    if (descent > 0.0)
      range_limit = std::min(range_limit, (origin_.z() + stance_.min_height - band_.low) / descent);
    if (climb > 0.0)
      range_limit = std::min(range_limit, (band_.high - origin_.z() - stance_.max_height) / climb);
    return std::max(range_limit, 0.0);
  }

 private:
  TiltAndHeight stance_;
  WallBand band_;
  Vec3 origin_;
  Quat level_from_laser_;
};

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

TiltAndHeight tilt_and_height_from(const RollPitchYaw& attitude, std::optional<double> height) {
  constexpr double kHeightError = 0.02;  // m
  TiltAndHeight tilt{attitude.roll, attitude.pitch, 0.0, kMaxFloorHeight};
  if (height) {
    tilt.min_height = std::max(*height - kHeightError, 0.0);
    tilt.max_height = std::min(*height + kHeightError, kMaxFloorHeight);
  }
  return tilt;
}

// Signed distance along the mean heading, m.
double forward_distance(const Pose2& from, const Pose2& to) {
  const Pose2 step = from.inverse() * to;
  return step.x * std::cos(step.theta / 2) + step.y * std::sin(step.theta / 2);
}

}  // namespace

bool TiltAndHeight::is_level() const {
  return std::cos(roll) * std::cos(pitch) >= std::cos(kLevelEnough);
}

std::optional<RollPitchYaw> attitude_at(const logs::RobotLog& log, double stamp) {
  const auto& moments = log.attitudes;
  if (moments.empty()) return std::nullopt;
  const auto after = std::lower_bound(
      moments.begin(), moments.end(), stamp,
      [](const logs::StampedAttitude& moment, double at) { return moment.stamp < at; });
  if (after == moments.begin()) return after->attitude;
  const auto before = after - 1;
  if (after == moments.end()) return before->attitude;
  const double span = after->stamp - before->stamp;
  const double share = span > 0.0 ? (stamp - before->stamp) / span : 1.0;
  const RollPitchYaw &a = before->attitude, &b = after->attitude;
  return RollPitchYaw{mix_angle(a.roll, b.roll, share), mix_angle(a.pitch, b.pitch, share),
                      mix_angle(a.yaw, b.yaw, share)};
}

int upright_laser(const logs::RobotLog& log) {
  constexpr double kUprightTilt = 0.1;  // rad
  for (std::size_t i = 0; i < log.lasers.size(); ++i) {
    const Vec3 axis = log.lasers[i].base_from_laser.rotation * Vec3::UnitZ();
    if (std::abs(axis.z()) < std::sin(kUprightTilt)) return static_cast<int>(i);
  }
  return -1;
}

std::optional<double> CeilingHeightEstimator::ceiling_over_base(const logs::LaserScan& laser_scan,
                                                                double roll, double pitch) const {
  constexpr double kSteepEnough = 0.85;      // sine of a beam's elevation
  constexpr double kMinCeilingHeight = 1.6;  // m above the base; lower are wall tops and tables
  constexpr std::size_t kMinBeams = 20;
  constexpr double kFlatness = 0.06;  // m, interquartile range of a flat ceiling
  const Quat level_from_base = quat_from({roll, pitch, 0.0});
  const Vec3 origin = level_from_base * mount_.base_from_laser.position;
  const Quat level_from_laser = level_from_base * mount_.base_from_laser.rotation;
  std::vector<double> heights;
  for (std::size_t i = 0; i < laser_scan.ranges.size(); ++i) {
    const double range = static_cast<double>(laser_scan.ranges[i]);
    if (!(range > kMinBeamRange) || range >= mount_.max_range) continue;
    const double angle = laser_scan.angle_min + static_cast<double>(i) * laser_scan.angle_increment;
    const Vec3 direction = level_from_laser * Vec3(std::cos(angle), std::sin(angle), 0.0);
    const double height = origin.z() + range * direction.z();
    if (direction.z() > kSteepEnough && height > kMinCeilingHeight) heights.push_back(height);
  }
  if (heights.size() < kMinBeams) return std::nullopt;
  std::sort(heights.begin(), heights.end());
  const double low = heights[heights.size() / 4], high = heights[heights.size() * 3 / 4];
  if (high - low > kFlatness) return std::nullopt;
  return heights[heights.size() / 2];
}

void CeilingHeightEstimator::add_scan(const logs::LaserScan& laser_scan, double roll,
                                      double pitch) {
  constexpr std::size_t kFirstScans = 5;
  constexpr double kSurprise = 0.06;  // m; beyond the height of ramps it is another ceiling
  const auto ceiling = ceiling_over_base(laser_scan, roll, pitch);
  lift_.reset();
  if (!ceiling) return;
  if (first_.size() < kFirstScans) {
    if (TiltAndHeight{roll, pitch}.is_level()) first_.push_back(*ceiling);
    return;
  }
  const double height = median_of(first_) - *ceiling;
  if (height > -kSurprise && height < kMaxFloorHeight + kSurprise) lift_ = height;
}

double max_wall_range(const logs::LaserMount& mount, const TiltAndHeight& tilt, double angle) {
  return LevelLaser(mount, tilt).range_limit(LevelLaser(mount, tilt).direction(angle));
}

PlanarScan leveled_scan(const logs::LaserScan& laser_scan, const logs::LaserMount& mount,
                        const TiltAndHeight& tilt, const PlanarScanSettings& settings) {
  const LevelLaser laser(mount, tilt);
  const double max_range = logs::range_of(mount);
  const double no_return_free_range = std::min(settings.no_return_free_range, max_range);
  PlanarScan scan;
  scan.stamp = laser_scan.stamp;
  scan.origin = laser.origin().head<2>().cast<float>();
  for (std::size_t i = 0; i < laser_scan.ranges.size(); ++i) {
    const double range = static_cast<double>(laser_scan.ranges[i]);
    if (range < kMinBeamRange) continue;
    const Vec3 direction =
        laser.direction(laser_scan.angle_min + static_cast<double>(i) * laser_scan.angle_increment);
    const double range_limit = laser.range_limit(direction);
    const bool is_return = range <= settings.max_hit_range && range < max_range;
    const double told = is_return           ? range
                        : std::isnan(range) ? no_return_free_range
                                            : settings.max_hit_range;
    const double length = std::min(told, range_limit);
    if (length < kMinBeamRange) continue;
    const Vec3 end = laser.origin() + length * direction;
    const bool is_hit = is_return && range <= range_limit;
    (is_hit ? scan.hits : scan.misses).push_back(end.head<2>().cast<float>());
  }
  return scan;
}

void HeightTrack::update(const logs::RobotLog& log) {
  const int upright = upright_laser(log);
  if (upright < 0) return;
  if (!estimator_) estimator_.emplace(log.lasers[static_cast<std::size_t>(upright)]);
  for (; seen_ < log.laser_scans.size(); ++seen_) {
    const logs::LaserScan& laser_scan = log.laser_scans[seen_];
    const auto attitude = attitude_at(log, laser_scan.stamp);
    if (laser_scan.laser != upright || !attitude) continue;
    estimator_->add_scan(laser_scan, attitude->roll, attitude->pitch);
    moments_.push_back({laser_scan.stamp, estimator_->height()});
  }
}

std::optional<double> HeightTrack::height_at(double stamp) const {
  constexpr double kMaxAge = 0.15;  // s
  const auto after =
      std::lower_bound(moments_.begin(), moments_.end(), stamp,
                       [](const Moment& moment, double at) { return moment.stamp < at; });
  std::optional<double> height;
  double nearest = kMaxAge;
  if (after != moments_.end() && after->stamp - stamp < nearest) {
    nearest = after->stamp - stamp;
    height = after->height;
  }
  if (after != moments_.begin() && stamp - (after - 1)->stamp < nearest)
    height = (after - 1)->height;
  return height;
}

TiltAndHeight HeightTrack::tilt_and_height_at(const logs::RobotLog& log, double stamp) const {
  const auto attitude = attitude_at(log, stamp);
  return attitude ? tilt_and_height_from(*attitude, height_at(stamp)) : TiltAndHeight{};
}

std::vector<logs::StampedOdometry> inertial_odometry(const logs::RobotLog& log) {
  std::vector<logs::StampedOdometry> moments;
  extend_inertial_odometry(log, moments);
  return moments;
}

void extend_inertial_odometry(const logs::RobotLog& log,
                              std::vector<logs::StampedOdometry>& moments) {
  for (std::size_t i = moments.size(); i < log.odometry.size(); ++i) {
    moments.push_back(log.odometry[i]);
    if (i == 0 || log.attitudes.empty()) continue;
    const RollPitchYaw before = *attitude_at(log, log.odometry[i - 1].stamp);
    const RollPitchYaw now = *attitude_at(log, log.odometry[i].stamp);
    const Pose2& last = moments[i - 1].pose;
    const double turn = wrap_angle(now.yaw - before.yaw);
    const double range_limit = forward_distance(log.odometry[i - 1].pose, log.odometry[i].pose) *
                               std::cos(mix(before.pitch, now.pitch, 0.5));
    const double heading = last.theta + turn / 2;
    moments[i].pose = {last.x + range_limit * std::cos(heading),
                       last.y + range_limit * std::sin(heading), wrap_angle(last.theta + turn)};
  }
}

std::vector<TiltAndHeight> tilts_and_heights(const logs::RobotLog& log) {
  HeightTrack lifts;
  lifts.update(log);
  std::vector<TiltAndHeight> all;
  for (const logs::LaserScan& laser_scan : log.laser_scans)
    all.push_back(lifts.tilt_and_height_at(log, laser_scan.stamp));
  return all;
}

}  // namespace rubble::slam
