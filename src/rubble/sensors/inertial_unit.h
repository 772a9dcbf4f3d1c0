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

// Motion of a mount over an interval, in the mount's frame.
struct Motion {
  Vec3 angle_increment = Vec3::Zero();  // rad
  Vec3 force = Vec3::Zero();            // m/s^2, mean specific force: acceleration minus gravity
  double dt = 0.0;                      // s
};

// Derives angle increment and specific force of a mount from successive states.
class MotionWatch {
 public:
  explicit MotionWatch(const SensorBuildContext& context);
  // nullopt if no time has passed since the last call.
  std::optional<Motion> update(const State& state, const Vec3& gravity);
  void serialize(Archive& archive) { archive(tick_, world_from_mount_, velocity_); }

 private:
  Vec3 velocity_at(const State& state, const Vec3& place) const;

  Mount mount_;
  Tick tick_ = 0;
  Quat world_from_mount_;
  Vec3 velocity_ = Vec3::Zero();
};

// Inertial measurement unit of a robot: true motion, sensor errors and attitude filter. Updated
// every tick; a reading is the mean since the last reading.
class InertialUnit {
 public:
  InertialUnit(const ImuSettings& settings, const SensorBuildContext& context);

  // The sample of one update; nullopt if no time has passed.
  struct Step {
    ImuSample sample;
    double dt = 0.0;
  };
  std::optional<Step> update(const SampleContext& now);

  // The mean of all samples since the last call.
  ImuReading read();
  AttitudeFilter& filter() { return filter_; }
  const AttitudeFilter& filter() const { return filter_; }
  void serialize(Archive& archive);

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
