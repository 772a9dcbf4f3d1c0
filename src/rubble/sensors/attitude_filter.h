// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rubble/geometry/pose.h"
#include "rubble/sensors/inertial_model.h"

namespace rubble::sensors {

struct AttitudeFilterSettings {
  double filter_time = 5.0;   // s, how fast gravity corrects roll and pitch
  double force_window = 0.5;  // m/s^2, beyond g +- this the unit is being pushed
  double still_time = 2.0;    // s of rest before a zero-rate update
  double rate_noise = 0.0;    // rad/s per square root of Hz, what the gyro is known for
  double first_bias = 0.0;    // rad/s, sigma of the bias at power-up
  double bias_drift = 0.0;    // rad/s per square root of second, how the bias wanders
  double gravity = 9.81;      // m/s^2
};

// Angles from gyros and accelerometers alone, as vehicle units without a compass do: gravity holds
// roll and pitch, yaw is integrated, and the gyros' bias is learnt whenever the vehicle stands.
class AttitudeFilter {
 public:
  AttitudeFilter(const AttitudeFilterSettings& settings, const Quat& world_from_unit);

  // wheels_are_still: the encoders say so; false if there are none.
  void step(const ImuSample& sample, double dt, bool wheels_are_still);

  const Quat& world_from_unit() const { return world_from_unit_; }
  const Vec3& bias() const { return bias_; }
  // Starts from another heading; what was learnt of the biases stays.
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

  // A short interval whose mean and spread are looked at together.
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
  double rest_ = 0.0;  // s of rest in a row
};

}  // namespace rubble::sensors
