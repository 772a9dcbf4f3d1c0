// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/inertial_unit.h"

#include <cmath>

#include "rubble/sensors/body_motion.h"

namespace rubble::sensors {
namespace {

Vec3 rotation_vector(const Quat& rotation) {
  const Quat shorter = rotation.w() < 0.0 ? Quat(Eigen::Vector4d(-rotation.coeffs())) : rotation;
  const double sine = shorter.vec().norm();
  if (sine < 1e-9) return 2.0 * shorter.vec();
  return (2.0 * std::atan2(sine, shorter.w()) / sine) * shorter.vec();
}

}  // namespace

MotionWatch::MotionWatch(const SensorBuildContext& context)
    : mount_(context.mount), tick_(context.state.tick) {
  const Pose world_from_mount = mount_.world_from_sensor(context.state);
  world_from_mount_ = world_from_mount.rotation;
  velocity_ = velocity_at(context.state, world_from_mount.position);
}

Vec3 MotionWatch::velocity_at(const State& state, const Vec3& place) const {
  return motion_of(state, mount_.instance, mount_.link, place).linear;
}

// Forces act over the whole step, so they are felt in the attitude halfway through it.
std::optional<Motion> MotionWatch::update(const State& state, const Vec3& gravity) {
  const double dt = static_cast<double>(state.tick - tick_) * kTickSeconds;
  if (dt <= 0.0) return std::nullopt;
  const Pose world_from_mount = mount_.world_from_sensor(state);
  const Vec3 velocity = velocity_at(state, world_from_mount.position);
  const Quat halfway = world_from_mount_.slerp(0.5, world_from_mount.rotation);
  const Motion motion{rotation_vector(world_from_mount_.conjugate() * world_from_mount.rotation),
                      halfway.conjugate() * ((velocity - velocity_) / dt - gravity), dt};
  tick_ = state.tick;
  world_from_mount_ = world_from_mount.rotation;
  velocity_ = velocity;
  return motion;
}

InertialUnit::InertialUnit(const ImuSettings& settings, const SensorBuildContext& context)
    : settings_(settings),
      watch_(context),
      model_(settings.errors, context.seed),
      filter_(settings.filter, context.mount.world_from_sensor(context.state).rotation),
      wheels_(Wheels::of(context.model, context.mount.instance)) {}

// In steps of a tenth of a second, which white noise does not mind.
void InertialUnit::rest_before_the_run(double gravity) {
  constexpr double kRestStep = 0.1;  // s
  gravity_ = settings_.filter.gravity = gravity;
  const Quat world_from_unit = filter_.world_from_unit();
  const Vec3 force = world_from_unit.conjugate() * Vec3(0, 0, gravity);
  filter_ = AttitudeFilter(settings_.filter, world_from_unit);
  const auto steps = static_cast<int>(std::round(settings_.still_seconds / kRestStep));
  for (int i = 0; i < steps; ++i)
    filter_.step(model_.step(Vec3::Zero(), force, kRestStep), kRestStep, true);
  filter_.set_heading(yaw_of(world_from_unit));
}

std::optional<InertialUnit::Step> InertialUnit::update(const SampleContext& now) {
  const auto motion = watch_.update(now.state, now.world.gravity);
  if (!motion) return std::nullopt;
  if (!has_rested_) rest_before_the_run(now.world.gravity.norm());
  has_rested_ = true;
  const Step step{model_.step(motion->angle_increment, motion->force, motion->dt), motion->dt};
  filter_.step(step.sample, step.dt, wheels_ && wheels_->are_still(now.state));
  rate_sum_ += step.sample.rate * step.dt;
  force_sum_ += step.sample.force * step.dt;
  seconds_ += step.dt;
  return step;
}

ImuReading InertialUnit::read() {
  if (seconds_ > 0.0) {
    last_.angular_velocity = rate_sum_ / seconds_;
    last_.specific_force = force_sum_ / seconds_;
  }
  rate_sum_ = force_sum_ = Vec3::Zero();
  seconds_ = 0.0;
  const Vec3 believed = filter_.world_from_unit().conjugate() * Vec3(0, 0, gravity_);
  last_.acceleration = last_.specific_force - believed;
  last_.attitude = roll_pitch_yaw_of(filter_.world_from_unit());
  return last_;
}

// The filter works with the gravity of the world, which it learns when the unit rests.
void InertialUnit::serialize(Archive& archive) {
  archive(has_rested_, gravity_);
  if (archive.is_reading() && has_rested_) {
    settings_.filter.gravity = gravity_;
    filter_ = AttitudeFilter(settings_.filter, filter_.world_from_unit());
  }
  archive(watch_, model_, filter_, last_.angular_velocity, last_.specific_force, last_.acceleration,
          last_.attitude, rate_sum_, force_sum_, seconds_);
}

}  // namespace rubble::sensors
