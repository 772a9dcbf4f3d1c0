// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "rubble/sensors/sensor_factory.h"
#include "rubble/sensors/wheels.h"

namespace rubble::sensors {

// What a robot believes of its own wheels. The real ones differ a little from robot to robot.
struct OdometrySettings {
  double left_radius = 0.0;   // m
  double right_radius = 0.0;  // m
  double separation = 0.0;    // m, the B the heading is computed with
  EncoderDisc::Settings encoder;
};

// Where wheels or tracks say the robot went: a step of the middle and a turn, by the midpoint rule.
class WheelPath {
 public:
  struct Step {
    double distance = 0.0;  // m
    double turn = 0.0;      // rad, left positive
  };
  WheelPath(const OdometrySettings& settings, const Wheels& wheels, const State& state);
  // What happened since the last call.
  Step update(const State& state);
  void serialize(Archive& archive) { archive(left_, right_, left_angle_, right_angle_); }

 private:
  OdometrySettings settings_;
  Wheels wheels_;
  EncoderDisc left_, right_;
  double left_angle_ = 0.0, right_angle_ = 0.0;
};

// Radii as the model has them; with errors, off by what one robot is off, drawn from the seed.
OdometrySettings odometry_settings(const Model& model, std::uint64_t seed, bool has_errors);

// Dead reckoning in the plane from the wheels alone: x, y, theta from where the robot started.
Result<std::unique_ptr<Sensor>> make_odometry(const SensorSpec& spec,
                                              const SensorBuildContext& context);

}  // namespace rubble::sensors
