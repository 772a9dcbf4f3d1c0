// SPDX-License-Identifier: Apache-2.0
#include "rubble/mapping/leveling.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rubble::mapping {
namespace {

// Ramps of 15 degrees over half a cell of 1.2 m are 0.16 m high; walls are half a sheet, 1.2 m.
constexpr double kHighestFloor = 0.165;          // m
constexpr double kLowestTop = 1.19;              // m
constexpr double kHeightMargin = 0.02;           // m
constexpr double kAttitudeError = radians(0.7);  // an inertial unit's, while driving
constexpr double kLevelEnough = radians(1.5);    // less than this is even ground
constexpr double kBelowMount = 0.08;             // m: a laser mounted low is no reason for doubt
constexpr double kNearestBeam = 0.1;             // m; nearer is the robot itself
constexpr double kForever = 1e9;                 // m

double mix(double from, double to, double share) { return from + share * (to - from); }

double mix_angle(double from, double to, double share) {
  return wrap_angle(from + share * wrap_angle(to - from));
}

// Heights over the lowest floor between which a beam's end is a wall for sure.
struct WallBand {
  double low = 0.0;
  double high = 0.0;
};

WallBand band_of(const LaserMount& mount) {
  const double nominal = mount.base_from_laser.position.z();
  return {std::min(kHighestFloor + kHeightMargin, nominal - kBelowMount),
          std::max(kLowestTop - kHeightMargin, nominal + kBelowMount)};
}

// A laser on a robot that stands like this, seen from the level frame.
class LevelLaser {
 public:
  LevelLaser(const LaserMount& mount, const Stance& stance)
      : stance_(stance), band_(band_of(mount)) {
    const Quat level_from_base = quat_from({stance.roll, stance.pitch, 0.0});
    origin_ = level_from_base * mount.base_from_laser.position;
    level_from_laser_ = level_from_base * mount.base_from_laser.rotation;
  }

  const Vec3& origin() const { return origin_; }
  Vec3 direction(double angle) const {
    return level_from_laser_ * Vec3(std::cos(angle), std::sin(angle), 0.0);
  }
  // How far a beam stays in the band for sure, whatever the errors.
  double way(const Vec3& direction) const {
    if (stance_.is_level()) return kForever;
    const double fall = kAttitudeError - direction.z(), climb = kAttitudeError + direction.z();
    double way = kForever;
    if (fall > 0.0) way = std::min(way, (origin_.z() + stance_.least_lift - band_.low) / fall);
    if (climb > 0.0) way = std::min(way, (band_.high - origin_.z() - stance_.most_lift) / climb);
    return std::max(way, 0.0);
  }

 private:
  Stance stance_;
  WallBand band_;
  Vec3 origin_;
  Quat level_from_laser_;
};

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

Stance stance_with(const RollPitchYaw& attitude, std::optional<double> lift) {
  constexpr double kLiftError = 0.02;  // m
  Stance stance{attitude.roll, attitude.pitch, 0.0, kHighestFloor};
  if (lift) {
    stance.least_lift = std::max(*lift - kLiftError, 0.0);
    stance.most_lift = std::min(*lift + kLiftError, kHighestFloor);
  }
  return stance;
}

// Along the heading half way, as wheels reckon.
double way_ahead(const Pose2& from, const Pose2& to) {
  const Pose2 step = from.inverse() * to;
  return step.x * std::cos(step.theta / 2) + step.y * std::sin(step.theta / 2);
}

}  // namespace

bool Stance::is_level() const { return std::cos(roll) * std::cos(pitch) >= std::cos(kLevelEnough); }

std::optional<RollPitchYaw> attitude_at(const RobotLog& log, double stamp) {
  const auto& moments = log.attitudes;
  if (moments.empty()) return std::nullopt;
  const auto after =
      std::lower_bound(moments.begin(), moments.end(), stamp,
                       [](const AttitudeMoment& moment, double at) { return moment.stamp < at; });
  if (after == moments.begin()) return after->attitude;
  const auto before = after - 1;
  if (after == moments.end()) return before->attitude;
  const double span = after->stamp - before->stamp;
  const double share = span > 0.0 ? (stamp - before->stamp) / span : 1.0;
  const RollPitchYaw &a = before->attitude, &b = after->attitude;
  return RollPitchYaw{mix_angle(a.roll, b.roll, share), mix_angle(a.pitch, b.pitch, share),
                      mix_angle(a.yaw, b.yaw, share)};
}

int upright_laser(const RobotLog& log) {
  constexpr double kUprightTilt = 0.1;  // rad
  for (std::size_t i = 0; i < log.lasers.size(); ++i) {
    const Vec3 axis = log.lasers[i].base_from_laser.rotation * Vec3::UnitZ();
    if (std::abs(axis.z()) < std::sin(kUprightTilt)) return static_cast<int>(i);
  }
  return -1;
}

std::optional<double> LiftKeeper::ceiling_over_base(const Sweep& sweep, double roll,
                                                    double pitch) const {
  constexpr double kSteepEnough = 0.85;   // sine of a beam's elevation
  constexpr double kLowestCeiling = 1.6;  // m over the base; lower are walls' tops and tables
  constexpr std::size_t kFewestBeams = 20;
  constexpr double kFlatness = 0.06;  // m, what the middle half may differ by
  const Quat level_from_base = quat_from({roll, pitch, 0.0});
  const Vec3 origin = level_from_base * mount_.base_from_laser.position;
  const Quat level_from_laser = level_from_base * mount_.base_from_laser.rotation;
  std::vector<double> heights;
  for (std::size_t i = 0; i < sweep.ranges.size(); ++i) {
    const double range = static_cast<double>(sweep.ranges[i]);
    if (!(range > kNearestBeam) || range >= mount_.max_range) continue;
    const double angle = sweep.angle_min + static_cast<double>(i) * sweep.angle_increment;
    const Vec3 direction = level_from_laser * Vec3(std::cos(angle), std::sin(angle), 0.0);
    const double height = origin.z() + range * direction.z();
    if (direction.z() > kSteepEnough && height > kLowestCeiling) heights.push_back(height);
  }
  if (heights.size() < kFewestBeams) return std::nullopt;
  std::sort(heights.begin(), heights.end());
  const double low = heights[heights.size() / 4], high = heights[heights.size() * 3 / 4];
  if (high - low > kFlatness) return std::nullopt;
  return heights[heights.size() / 2];
}

void LiftKeeper::take(const Sweep& sweep, double roll, double pitch) {
  constexpr std::size_t kFirstSweeps = 5;
  constexpr double kSurprise = 0.06;  // m beyond what ramps allow: another ceiling
  const auto ceiling = ceiling_over_base(sweep, roll, pitch);
  lift_.reset();
  if (!ceiling) return;
  if (first_.size() < kFirstSweeps) {
    if (Stance{roll, pitch}.is_level()) first_.push_back(*ceiling);
    return;
  }
  const double lift = median_of(first_) - *ceiling;
  if (lift > -kSurprise && lift < kHighestFloor + kSurprise) lift_ = lift;
}

double way_among_walls(const LaserMount& mount, const Stance& stance, double angle) {
  return LevelLaser(mount, stance).way(LevelLaser(mount, stance).direction(angle));
}

PlanarScan leveled_scan(const Sweep& sweep, const LaserMount& mount, const Stance& stance,
                        const PlanarScanSettings& settings) {
  const LevelLaser laser(mount, stance);
  const double max_range = range_of(mount);
  const double free_range = std::min(settings.free_range, max_range);
  PlanarScan scan;
  scan.stamp = sweep.stamp;
  scan.origin = laser.origin().head<2>().cast<float>();
  for (std::size_t i = 0; i < sweep.ranges.size(); ++i) {
    const double range = static_cast<double>(sweep.ranges[i]);
    if (range < kNearestBeam) continue;
    const Vec3 direction =
        laser.direction(sweep.angle_min + static_cast<double>(i) * sweep.angle_increment);
    const double way = laser.way(direction);
    const bool is_return = range <= settings.usable_range && range < max_range;
    const double told = is_return ? range : std::isnan(range) ? free_range : settings.usable_range;
    const double length = std::min(told, way);
    if (length < kNearestBeam) continue;
    const Vec3 end = laser.origin() + length * direction;
    const bool is_hit = is_return && range <= way;
    (is_hit ? scan.hits : scan.misses).push_back(end.head<2>().cast<float>());
  }
  return scan;
}

void Lifts::follow(const RobotLog& log) {
  const int upright = upright_laser(log);
  if (upright < 0) return;
  if (!keeper_) keeper_.emplace(log.lasers[static_cast<std::size_t>(upright)]);
  for (; seen_ < log.sweeps.size(); ++seen_) {
    const Sweep& sweep = log.sweeps[seen_];
    const auto attitude = attitude_at(log, sweep.stamp);
    if (sweep.laser != upright || !attitude) continue;
    keeper_->take(sweep, attitude->roll, attitude->pitch);
    moments_.push_back({sweep.stamp, keeper_->lift()});
  }
}

std::optional<double> Lifts::lift_at(double stamp) const {
  constexpr double kLongestAgo = 0.15;  // s
  const auto after =
      std::lower_bound(moments_.begin(), moments_.end(), stamp,
                       [](const Moment& moment, double at) { return moment.stamp < at; });
  std::optional<double> lift;
  double nearest = kLongestAgo;
  if (after != moments_.end() && after->stamp - stamp < nearest) {
    nearest = after->stamp - stamp;
    lift = after->lift;
  }
  if (after != moments_.begin() && stamp - (after - 1)->stamp < nearest) lift = (after - 1)->lift;
  return lift;
}

Stance Lifts::stance_at(const RobotLog& log, double stamp) const {
  const auto attitude = attitude_at(log, stamp);
  return attitude ? stance_with(*attitude, lift_at(stamp)) : Stance{};
}

std::vector<OdometryMoment> inertial_odometry(const RobotLog& log) {
  std::vector<OdometryMoment> moments;
  follow_inertial_odometry(log, moments);
  return moments;
}

void follow_inertial_odometry(const RobotLog& log, std::vector<OdometryMoment>& moments) {
  for (std::size_t i = moments.size(); i < log.odometry.size(); ++i) {
    moments.push_back(log.odometry[i]);
    if (i == 0 || log.attitudes.empty()) continue;
    const RollPitchYaw before = *attitude_at(log, log.odometry[i - 1].stamp);
    const RollPitchYaw now = *attitude_at(log, log.odometry[i].stamp);
    const Pose2& last = moments[i - 1].pose;
    const double turn = wrap_angle(now.yaw - before.yaw);
    const double way = way_ahead(log.odometry[i - 1].pose, log.odometry[i].pose) *
                       std::cos(mix(before.pitch, now.pitch, 0.5));
    const double heading = last.theta + turn / 2;
    moments[i].pose = {last.x + way * std::cos(heading), last.y + way * std::sin(heading),
                       wrap_angle(last.theta + turn)};
  }
}

std::vector<Stance> stances(const RobotLog& log) {
  Lifts lifts;
  lifts.follow(log);
  std::vector<Stance> all;
  for (const Sweep& sweep : log.sweeps) all.push_back(lifts.stance_at(log, sweep.stamp));
  return all;
}

}  // namespace rubble::mapping
