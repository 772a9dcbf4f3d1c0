// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "rubble/messages/reading.h"
#include "rubble/sensors/attitude_filter.h"
#include "rubble/sensors/imu_settings.h"
#include "rubble/sensors/inertial_model.h"
#include "rubble/sensors/sensor.h"
#include "rubble/sensors/sensor_factory.h"
#include "rubble/sensors/wheels.h"

namespace rubble::sensors {

// What happened to a place on a body in the last ticks, in the frame of that place.
struct Motion {
  Vec3 angle_increment = Vec3::Zero();  // rad
  Vec3 force = Vec3::Zero();            // m/s^2, mean specific force: acceleration without gravity
  double dt = 0.0;                      // s
};

// Watches a mount and says how it moved and what an accelerometer there feels.
class MotionWatch {
 public:
  explicit MotionWatch(const SensorBuildContext& context);
  // Nothing if no time has passed since the last call.
  std::optional<Motion> update(const State& state, const Vec3& gravity);
  void serialize(Archive& archive) { archive(tick_, world_from_mount_, velocity_); }

 private:
  Vec3 velocity_at(const State& state, const Vec3& place) const;

  Mount mount_;
  Tick tick_ = 0;
  Quat world_from_mount_;
  Vec3 velocity_ = Vec3::Zero();
};

// An inertial measurement unit on a robot: true motion, the errors of its chips, and its attitude
// filter. Steps every tick; a reading is the mean since the last one.
class InertialUnit {
 public:
  InertialUnit(const ImuSettings& settings, const SensorBuildContext& context);

  // The step it made, or nothing if no time has passed.
  struct Step {
    ImuSample sample;
    double dt = 0.0;
  };
  std::optional<Step> update(const SampleContext& now);

  // The mean of all steps since the last call.
  ImuReading read();
  AttitudeFilter& filter() { return filter_; }
  const AttitudeFilter& filter() const { return filter_; }
  void serialize(Archive& archive) {
    archive(watch_, model_, filter_, has_rested_, gravity_, last_.angular_velocity,
            last_.specific_force, last_.acceleration, last_.attitude, rate_sum_, force_sum_,
            seconds_);
  }

 private:
  void rest_before_the_run(double gravity);

  ImuSettings settings_;
  MotionWatch watch_;
  ImuModel model_;
  AttitudeFilter filter_;
  std::optional<Wheels> wheels_;
  bool has_rested_ = false;
  double gravity_ = 0.0;
  ImuReading last_;
  Vec3 rate_sum_ = Vec3::Zero();
  Vec3 force_sum_ = Vec3::Zero();
  double seconds_ = 0.0;
};

}  // namespace rubble::sensors
