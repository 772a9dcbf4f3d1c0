// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/geometry/pose.h"
#include "rubble/sensors/inertial_model.h"

namespace rubble::sensors {

struct AttitudeFilterSettings {
  double filter_time = 5.0;   // s, time constant of the correction of roll and pitch by gravity
  double force_window = 0.5;  // m/s^2, no correction if specific force differs more from gravity
  double still_time = 2.0;    // s of rest before a zero-rate update
  double rate_noise = 0.0;    // rad/s per square root of Hz, noise density of the gyro
  double first_bias = 0.0;    // rad/s, sigma of the bias at power-up
  double bias_drift = 0.0;    // rad/s per square root of second, random walk of the bias
  double gravity = 9.81;      // m/s^2
};

// Complementary filter for attitude from gyros and accelerometers, without a compass. Gravity
// corrects roll and pitch, yaw is integrated, and the gyro bias is estimated by zero-rate updates
// while the vehicle is at rest.
class AttitudeFilter {
 public:
  AttitudeFilter(const AttitudeFilterSettings& settings, const Quat& world_from_unit);

  // dt in s. wheels_are_still: according to the encoders; false if there are none.
  void step(const ImuSample& sample, double dt, bool wheels_are_still);

  const Quat& world_from_unit() const { return world_from_unit_; }
  const Vec3& bias() const { return bias_; }
  // Sets the yaw estimate, rad. Bias estimates are kept.
  void set_heading(double yaw);
  void set_attitude(const Quat& world_from_unit) { world_from_unit_ = world_from_unit; }
  void serialize(Archive& archive) {
    archive(world_from_unit_, bias_, bias_variance_, interval_, rest_);
  }

 private:
  void correct_tilt(const Vec3& force, double dt);
  void watch_for_rest(const Vec3& rate, double dt, bool wheels_are_still);
  void learn_bias(const Vec3& mean_rate, double seconds);

  AttitudeFilterSettings settings_;
  Quat world_from_unit_;
  Vec3 bias_ = Vec3::Zero();
  double bias_variance_ = 0.0;

  // A short interval over which mean and variance are computed to detect rest.
  struct Interval {
    double seconds = 0.0;
    int count = 0;
    Vec3 sum = Vec3::Zero();
    Vec3 sum_of_squares = Vec3::Zero();
    bool wheels_were_still = true;

    void serialize(Archive& archive) {
      archive(seconds, count, sum, sum_of_squares, wheels_were_still);
    }
  };
  bool was_rest(const Interval& interval) const;
  Interval interval_;
  double rest_ = 0.0;  // s of uninterrupted rest
};

}  // namespace rubble::sensors
