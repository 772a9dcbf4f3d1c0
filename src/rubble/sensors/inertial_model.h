// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "rubble/base/archive.h"
#include "rubble/base/random.h"
#include "rubble/geometry/pose.h"

namespace rubble::sensors {

// Error model of one axis of a gyro (rad/s) or accelerometer (m/s^2). Sigmas are standard
// deviations over the units of a series; each unit draws its values at construction.
struct AxisErrors {
  double noise_density = 0.0;  // per square root of Hz
  double offset = 0.0;         // constant bias, the same for all units
  double turn_on_bias = 0.0;   // sigma
  double slow_bias = 0.0;      // sigma of a first-order Gauss-Markov process
  double slow_time = 300.0;    // s, its time constant
};

struct TriadErrors {
  std::array<AxisErrors, 3> axes;
  double scale = 0.0;         // sigma of the relative error
  double misalignment = 0.0;  // rad, sigma of each cross term
  double bandwidth = 0.0;     // Hz, first-order low-pass before the noise; 0: none
  double range = 0.0;         // saturation at +-range; 0: none
  double step = 0.0;          // quantisation step; 0: none
};

struct ImuErrors {
  TriadErrors gyro;
  TriadErrors accelerometer;
  double gyro_temperature = 0.0;    // rad/s per K, sigma
  double gyro_g_sensitivity = 0.0;  // rad/s per m/s^2 along the same axis, sigma
  double powered_time = 1800.0;     // s since power-up, determines the temperature
};

struct ImuSample {
  Vec3 rate = Vec3::Zero();   // rad/s, mean over the sample
  Vec3 force = Vec3::Zero();  // m/s^2, specific force: +g upwards at rest
};

// Three gyros and three accelerometers. Biases, scale errors and misalignment are drawn from the
// seed at construction. Independent of world and state, so that long runs are cheap to test.
class ImuModel {
 public:
  ImuModel(const ImuErrors& errors, std::uint64_t seed);

  // One sample over dt seconds from the true angle increment (rad) and mean specific force (m/s^2),
  // both in the unit's frame.
  ImuSample step(const Vec3& angle_increment, const Vec3& force, double dt);

  const ImuErrors& errors() const { return errors_; }
  // Its own biases and scales follow from the seed and are not written.
  void serialize(Archive& archive) { archive(sample_, time_, gyro_, accelerometer_); }

 private:
  struct Triad {
    Mat3 mix = Mat3::Identity();  // scale errors and misalignment
    Vec3 constant_bias = Vec3::Zero();
    Vec3 slow_bias = Vec3::Zero();
    Vec3 passed = Vec3::Zero();  // output of the low-pass filter
    bool has_passed = false;

    void serialize(Archive& archive) { archive(slow_bias, passed, has_passed); }
  };

  static Triad draw(const TriadErrors& errors, Random& random);
  static void drift(const TriadErrors& errors, double dt, Random& random, Triad& triad);
  static Vec3 measure(const TriadErrors& errors, const Vec3& truth, const Vec3& extra_bias,
                      double dt, Random& random, Triad& triad);

  ImuErrors errors_;
  std::uint64_t seed_;
  std::uint64_t sample_ = 0;
  double time_ = 0.0;  // s since power-up
  Triad gyro_, accelerometer_;
  Vec3 temperature_gain_ = Vec3::Zero();
  Vec3 g_gain_ = Vec3::Zero();
};

}  // namespace rubble::sensors
