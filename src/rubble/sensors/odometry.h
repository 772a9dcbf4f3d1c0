// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "rubble/sensors/sensor_factory.h"
#include "rubble/sensors/wheels.h"

namespace rubble::sensors {

// Calibration of a robot's odometry. The true wheels differ slightly between robots.
struct OdometrySettings {
  double left_radius = 0.0;   // m
  double right_radius = 0.0;  // m
  double separation = 0.0;    // m, wheel separation used for the heading
  EncoderDisc::Settings encoder;
};

// Wheel odometry: translation of the base and change of yaw per step, from the encoders.
class WheelPath {
 public:
  struct Step {
    double distance = 0.0;  // m
    double turn = 0.0;      // rad, left positive
  };
  WheelPath(const OdometrySettings& settings, const Wheels& wheels, const State& state);
  // Motion since the last call.
  Step update(const State& state);
  void serialize(Archive& archive) { archive(left_, right_, left_angle_, right_angle_); }

 private:
  OdometrySettings settings_;
  Wheels wheels_;
  EncoderDisc left_, right_;
  double left_angle_ = 0.0, right_angle_ = 0.0;
};

// Radii and separation of the model; with has_errors with calibration errors drawn from the seed.
OdometrySettings odometry_settings(const Model& model, std::uint64_t seed, bool has_errors);

// Planar dead reckoning from the wheels: x, y, theta relative to the start pose. Midpoint rule.
Result<std::unique_ptr<Sensor>> make_odometry(const SensorSpec& spec,
                                              const SensorBuildContext& context);

}  // namespace rubble::sensors
