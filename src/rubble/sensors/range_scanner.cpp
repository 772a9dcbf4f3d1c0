// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/range_scanner.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rubble/sensors/body_motion.h"
#include "rubble/sensors/normal_noise.h"
#include "rubble/sensors/range_presets.h"

namespace rubble::sensors {
namespace {

constexpr std::size_t kBeamsAtATime = 1024;  // few enough for the cache
constexpr int kColumnsAPose = 8;             // of a rolling sweep
constexpr double kUrgStepAngle = 2.0 * kPi / 1024.0;
constexpr double kUrgFirstStep = -340.0;  // 44 of 0..768, 384 ahead
constexpr double kUrgLastStep = 341.0;    // 725

std::vector<std::uint8_t> unmeasurable_columns(const RangeScannerSettings& settings) {
  std::vector<std::uint8_t> marks(static_cast<std::size_t>(settings.columns.count), 0);
  for (std::size_t i = 0; i < marks.size(); ++i) {
    const double step =
        (settings.columns.first() + static_cast<double>(i) * settings.columns.step()) /
        kUrgStepAngle;
    marks[i] = step < kUrgFirstStep - 0.5 || step > kUrgLastStep + 0.5;
  }
  if (std::find(marks.begin(), marks.end(), 1) == marks.end()) marks.clear();
  return marks;
}

}  // namespace

// Where the sensor is, and how it got there.
struct RangeScanner::Motion {
  Pose world_from_sensor;
  PointMotion velocity;  // all zero unless the sweep rolls
  bool is_rolling = false;

  // Some time before the moment of the reading.
  Pose before(double seconds) const {
    const Vec3 turn = -seconds * velocity.angular;
    const double angle = turn.norm();
    const Quat rotation =
        angle > 0.0 ? Quat(Eigen::AngleAxisd(angle, turn / angle)) : Quat::Identity();
    return {world_from_sensor.position - seconds * velocity.linear,
            rotation * world_from_sensor.rotation};
  }
};

RangeScanner::RangeScanner(const RangeScannerSettings& settings, const Mount& mount)
    : settings_(settings),
      mount_(mount),
      blank_(empty_scan()),
      beams_(settings.echo, settings.min_range, settings.max_range,
             settings.codes == CodePolicy::Scip),
      coder_(settings.codes) {
  for (int row = 0; row < settings.rows.count; ++row)
    for (int column = 0; column < settings.columns.count; ++column)
      directions_.push_back(beam_direction(blank_, row, column).cast<float>());
  if (settings.has_urg_steps && settings.codes == CodePolicy::Scip)
    unmeasurable_ = unmeasurable_columns(settings);
  rays_.resize(std::min(directions_.size(), kBeamsAtATime));
  echoes_.resize(directions_.size());
}

RangeScan RangeScanner::empty_scan() const {
  RangeScan scan;
  scan.columns = settings_.columns.count;
  scan.angle_min = settings_.columns.first();
  scan.angle_increment = settings_.columns.step();
  scan.min_range = settings_.min_range;
  scan.max_range = settings_.max_range;
  if (settings_.is_rolling)
    scan.time_increment = settings_.turn_seconds * settings_.columns.step() / (2.0 * kPi);
  scan.row_motion = settings_.row_motion;
  scan.row_angles.clear();
  for (int row = 0; row < settings_.rows.count; ++row)
    scan.row_angles.push_back(settings_.rows.first() + row * settings_.rows.step());
  return scan;
}

ReadingData RangeScanner::sample(const SampleContext& now, Random noise) {
  Motion motion{.world_from_sensor = mount_.world_from_sensor(now.state),
                .is_rolling = settings_.is_rolling};
  if (motion.is_rolling)
    motion.velocity =
        motion_of(now.state, mount_.instance, mount_.link, motion.world_from_sensor.position);
  const BeamMedium medium{now.scene, now.smoke_field, self_occlusion_.filter(now, mount_)};
  for (std::size_t first = 0; first < echoes_.size(); first += kBeamsAtATime) {
    const std::size_t count = std::min(kBeamsAtATime, echoes_.size() - first);
    const std::span rays(rays_.data(), count);
    const std::span echoes(echoes_.data() + first, count);
    aim(first, rays, motion);
    beams_.shoot(medium, rays, echoes);
    mark_unmeasurable(first, echoes);
  }
  RangeScan scan = blank_;
  scan.codes.resize(echoes_.size());
  coder_.write(echoes_, scan.columns, scan.codes);
  write_ranges(echoes_, noise.bits(), scan);
  if (!now.smoke_field.is_clear()) {
    scan.density_integral.reserve(echoes_.size());
    for (const Echo& echo : echoes_) scan.density_integral.push_back(echo.density_integral);
  }
  return scan;
}

void RangeScanner::aim(std::size_t first, std::span<rays::Ray> rays, const Motion& motion) const {
  const auto columns = static_cast<std::size_t>(settings_.columns.count);
  const auto far = static_cast<float>(settings_.max_range);
  Pose pose = motion.world_from_sensor;
  Eigen::Matrix3f rotation = pose.rotation.toRotationMatrix().cast<float>();
  rays::Vec3f origin = pose.position.cast<float>();
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const std::size_t column = motion.is_rolling ? (first + i) % columns : 1;
    if (motion.is_rolling && (i == 0 || column % kColumnsAPose == 0)) {
      const std::size_t block = column / kColumnsAPose * kColumnsAPose;
      const double middle = static_cast<double>(block) + 0.5 * (kColumnsAPose - 1);
      const double steps = static_cast<double>(columns - 1) - middle;
      pose = motion.before(std::max(0.0, steps) * blank_.time_increment);
      rotation = pose.rotation.toRotationMatrix().cast<float>();
      origin = pose.position.cast<float>();
    }
    rays[i] = {origin, 0.0F, rotation * directions_[first + i], far};
  }
}

void RangeScanner::mark_unmeasurable(std::size_t first, std::span<Echo> echoes) const {
  if (unmeasurable_.empty()) return;
  for (std::size_t i = 0; i < echoes.size(); ++i)
    if (unmeasurable_[(first + i) % unmeasurable_.size()] != 0)
      echoes[i].kind = EchoKind::NotMeasurable;
}

void RangeScanner::write_ranges(std::span<const Echo> echoes, std::uint64_t noise_key,
                                RangeScan& scan) const {
  const NormalNoise normals(noise_key);
  const bool has_noise = settings_.noise.is_on;
  const auto min_range = static_cast<float>(settings_.min_range);
  const auto max_range = static_cast<float>(settings_.max_range);
  scan.ranges.resize(echoes.size());
  for (std::size_t i = 0; i < echoes.size(); ++i) {
    const Echo& echo = echoes[i];
    if (scan.codes[i] != kNoCode)
      scan.ranges[i] = std::numeric_limits<float>::quiet_NaN();
    else if (echo.kind == EchoKind::Maximum)
      scan.ranges[i] = max_range;
    else if (echo.kind == EchoKind::TooNear)
      scan.ranges[i] = min_range;
    else
      scan.ranges[i] =
          std::clamp(measured(echo, has_noise ? normals.at(i) : 0.0), min_range, max_range);
  }
}

float RangeScanner::measured(const Echo& echo, double normal) const {
  double range = static_cast<double>(echo.range);
  if (settings_.noise.is_on)
    range += settings_.noise.mean +
             normal * settings_.noise.sigma(range) * static_cast<double>(echo.noise_factor);
  if (settings_.quantum > 0.0 && range > 0.0)
    range = static_cast<double>(static_cast<std::int64_t>(range / settings_.quantum + 0.5)) *
            settings_.quantum;
  return static_cast<float>(range);
}

Result<std::unique_ptr<Sensor>> make_range_scanner(const SensorSpec& spec,
                                                   const SensorBuildContext& context) {
  const auto settings = scanner_settings(spec, range_preset(spec.preset).settings);
  if (!settings) return settings.error();
  return std::unique_ptr<Sensor>(std::make_unique<RangeScanner>(*settings, context.mount));
}

}  // namespace rubble::sensors
