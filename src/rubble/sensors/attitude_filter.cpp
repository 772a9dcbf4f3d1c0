// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/attitude_filter.h"

#include <cmath>

namespace rubble::sensors {
namespace {

constexpr double kBiasTimes = 60.0;  // time constant of the tilt's integral over filter_time
constexpr double kInterval = 0.5;    // s
constexpr double kSpread = 3.0;      // times the gyro's own noise: more is motion

Quat turned_by(const Vec3& angle) {
  const double size = angle.norm();
  if (size < 1e-12) return Quat(1.0, 0.5 * angle.x(), 0.5 * angle.y(), 0.5 * angle.z());
  return Quat(Eigen::AngleAxisd(size, angle / size));
}

}  // namespace

AttitudeFilter::AttitudeFilter(const AttitudeFilterSettings& settings, const Quat& world_from_unit)
    : settings_(settings),
      world_from_unit_(world_from_unit),
      bias_variance_(settings.first_bias * settings.first_bias) {}

void AttitudeFilter::step(const ImuSample& sample, double dt, bool wheels_are_still) {
  bias_variance_ += settings_.bias_drift * settings_.bias_drift * dt;
  watch_for_rest(sample.rate, dt, wheels_are_still);
  world_from_unit_ = (world_from_unit_ * turned_by((sample.rate - bias_) * dt)).normalized();
  correct_tilt(sample.force, dt);
}

// Turns the believed vertical towards the felt one; square to it, so that yaw stays.
void AttitudeFilter::correct_tilt(const Vec3& force, double dt) {
  const double size = force.norm();
  constexpr double kMinForce = 0.1;  // m/s^2
  if (std::abs(size - settings_.gravity) > settings_.force_window || size < kMinForce) return;
  const Vec3 up_felt = force / size;
  const Vec3 up_believed = world_from_unit_.conjugate() * Vec3::UnitZ();
  const double gain = std::min(1.0, dt / settings_.filter_time);
  const Vec3 correction = gain * up_felt.cross(up_believed);
  world_from_unit_ = (world_from_unit_ * turned_by(correction)).normalized();
  bias_.head<2>() -= correction.head<2>() / (kBiasTimes * settings_.filter_time);
}

bool AttitudeFilter::was_rest(const Interval& interval) const {
  const double sigma = settings_.rate_noise * std::sqrt(interval.count / interval.seconds);
  const Vec3 mean = interval.sum / interval.count;
  const Vec3 variance = interval.sum_of_squares / interval.count - mean.cwiseProduct(mean);
  constexpr double kMinNoise = 1e-5;  // rad/s, for a unit without noise
  return interval.wheels_were_still &&
         variance.maxCoeff() < std::pow(kSpread * sigma + kMinNoise, 2.0);
}

void AttitudeFilter::watch_for_rest(const Vec3& rate, double dt, bool wheels_are_still) {
  interval_.seconds += dt;
  ++interval_.count;
  interval_.sum += rate;
  interval_.sum_of_squares += rate.cwiseProduct(rate);
  interval_.wheels_were_still = interval_.wheels_were_still && wheels_are_still;
  if (interval_.seconds < kInterval - 1e-9) return;
  rest_ = was_rest(interval_) ? rest_ + interval_.seconds : 0.0;
  if (rest_ >= settings_.still_time - 1e-9)
    learn_bias(interval_.sum / interval_.count, interval_.seconds);
  interval_ = {};
}

// The mean over all rest so far, older rest counting less as the bias wanders (a Kalman filter of
// one state).
void AttitudeFilter::learn_bias(const Vec3& mean_rate, double seconds) {
  const double variance = settings_.rate_noise * settings_.rate_noise / seconds;
  if (bias_variance_ + variance <= 0.0) return;
  const double share = bias_variance_ / (bias_variance_ + variance);
  bias_ += share * (mean_rate - bias_);
  bias_variance_ *= 1.0 - share;
}

void AttitudeFilter::set_heading(double yaw) {
  const double turn = yaw - yaw_of(world_from_unit_);
  world_from_unit_ = Quat(Eigen::AngleAxisd(turn, Vec3::UnitZ())) * world_from_unit_;
}

}  // namespace rubble::sensors
