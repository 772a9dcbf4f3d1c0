// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/inertial_model.h"

#include <algorithm>
#include <cmath>

namespace rubble::sensors {

namespace {

constexpr double kWarmUp = 8.0;        // K
constexpr double kWarmUpTime = 900.0;  // s
constexpr double kMaxSlowStep = 1.0;   // s between steps of the slow bias

Vec3 three_normals(Random& random) {
  const double x = random.normal(), y = random.normal(), z = random.normal();
  return {x, y, z};
}

Vec3 of_axes(const TriadErrors& errors, double AxisErrors::*member) {
  return {errors.axes[0].*member, errors.axes[1].*member, errors.axes[2].*member};
}

// How much colder than when it was calibrated, which was warm.
double temperature_error(double powered_time) {
  return -kWarmUp * std::exp(-powered_time / kWarmUpTime);
}

double converted(double value, const TriadErrors& errors) {
  if (errors.range > 0.0) value = std::clamp(value, -errors.range, errors.range);
  return errors.step > 0.0 ? std::round(value / errors.step) * errors.step : value;
}

}  // namespace

ImuModel::Triad ImuModel::draw(const TriadErrors& errors, Random& random) {
  Triad triad;
  triad.constant_bias =
      of_axes(errors, &AxisErrors::offset) +
      of_axes(errors, &AxisErrors::turn_on_bias).cwiseProduct(three_normals(random));
  triad.slow_bias = of_axes(errors, &AxisErrors::slow_bias).cwiseProduct(three_normals(random));
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      triad.mix(row, column) +=
          (row == column ? errors.scale : errors.misalignment) * random.normal();
  return triad;
}

ImuModel::ImuModel(const ImuErrors& errors, std::uint64_t seed)
    : errors_(errors), seed_(seed), time_(errors.powered_time) {
  Random random(seed, "inertial unit");
  gyro_ = draw(errors.gyro, random);
  accelerometer_ = draw(errors.accelerometer, random);
  temperature_gain_ = errors.gyro_temperature * three_normals(random);
  g_gain_ = errors.gyro_g_sensitivity * three_normals(random);
}

void ImuModel::drift(const TriadErrors& errors, double dt, Random& random, Triad& triad) {
  for (int i = 0; i < 3; ++i) {
    const AxisErrors& axis = errors.axes[static_cast<std::size_t>(i)];
    if (axis.slow_bias == 0.0) continue;
    const double kept = std::exp(-dt / axis.slow_time);
    triad.slow_bias[i] =
        kept * triad.slow_bias[i] + axis.slow_bias * std::sqrt(1.0 - kept * kept) * random.normal();
  }
}

Vec3 ImuModel::measure(const TriadErrors& errors, const Vec3& truth, const Vec3& extra_bias,
                       double dt, Random& random, Triad& triad) {
  const double kept = errors.bandwidth > 0.0 ? std::exp(-2.0 * kPi * errors.bandwidth * dt) : 0.0;
  triad.passed = triad.has_passed ? Vec3(kept * triad.passed + (1.0 - kept) * truth) : truth;
  triad.has_passed = true;
  const Vec3 white =
      of_axes(errors, &AxisErrors::noise_density).cwiseProduct(three_normals(random)) /
      std::sqrt(dt);
  const Vec3 value =
      triad.mix * (triad.passed + triad.constant_bias + triad.slow_bias + extra_bias) + white;
  return value.unaryExpr([&](double x) { return converted(x, errors); });
}

ImuSample ImuModel::step(const Vec3& angle_increment, const Vec3& force, double dt) {
  time_ += dt;
  ++sample_;
  // Slow things are moved on once a second: a normal number costs more than all else here.
  const double slow_before = std::floor((time_ - dt) / kMaxSlowStep);
  const double slow_now = std::floor(time_ / kMaxSlowStep);
  if (slow_now > slow_before) {
    Random slow(seed_, "slow bias", sample_);
    const double slow_dt = (slow_now - slow_before) * kMaxSlowStep;
    drift(errors_.gyro, slow_dt, slow, gyro_);
    drift(errors_.accelerometer, slow_dt, slow, accelerometer_);
  }
  Random random(seed_, "white noise", sample_);
  const Vec3 extra = temperature_gain_ * temperature_error(time_) + g_gain_.cwiseProduct(force);
  ImuSample sample;
  sample.rate = measure(errors_.gyro, angle_increment / dt, extra, dt, random, gyro_);
  sample.force = measure(errors_.accelerometer, force, Vec3::Zero(), dt, random, accelerometer_);
  return sample;
}

}  // namespace rubble::sensors
