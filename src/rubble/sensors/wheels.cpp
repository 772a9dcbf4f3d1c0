// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/wheels.h"

#include <algorithm>
#include <cmath>

namespace rubble::sensors {
namespace {

double forward_sign(const Model& model, const Joint& axle) {
  const Link& link = model.links[static_cast<std::size_t>(axle.child)];
  const Vec3 axis_model =
      link.model_from_link.rotation * (axle.child_from_joint.rotation * axle.axis.direction_joint);
  return axis_model.y() >= 0.0 ? 1.0 : -1.0;
}

const SprocketState& sprocket_of(const State& state, InstanceId instance, Side side) {
  static constexpr SprocketState kNone{};
  const RobotState* const robot = state.robot_of(instance);
  return robot == nullptr ? kNone : robot->sprockets[side == Side::Left ? 0 : 1];
}

}  // namespace

std::optional<Wheels> Wheels::of(const Model& model, InstanceId instance) {
  if (!model.robot) return std::nullopt;
  Wheels found;
  found.instance_ = instance;
  found.has_belts_ = !model.robot->tracks.empty();
  for (const WheelSpec& spec : model.robot->wheels) {
    const int joint = model.find_joint(spec.joint);
    if (joint < 0 || !spec.is_driven) continue;
    const auto index = static_cast<std::size_t>(joint);
    found.wheels_.push_back({index, spec.side, forward_sign(model, model.joints[index])});
  }
  if (found.wheels_.empty() && !found.has_belts_) return std::nullopt;
  return found;
}

double Wheels::angle(const State& state, Side side) const {
  if (has_belts_) return sprocket_of(state, instance_, side).angle;
  double sum = 0.0;
  int count = 0;
  for (const Wheel& wheel : wheels_) {
    const JointId joint = state.instances[instance_.index()].joints[wheel.joint];
    if (wheel.side != side || !joint.is_valid()) continue;
    sum += wheel.forward * state.joints[joint.index()].position;
    ++count;
  }
  return count > 0 ? sum / count : 0.0;
}

double Wheels::speed(const State& state, Side side) const {
  if (has_belts_) return sprocket_of(state, instance_, side).speed;
  double sum = 0.0;
  int count = 0;
  for (const Wheel& wheel : wheels_) {
    const JointId joint = state.instances[instance_.index()].joints[wheel.joint];
    if (wheel.side != side || !joint.is_valid()) continue;
    sum += wheel.forward * state.joints[joint.index()].velocity;
    ++count;
  }
  return count > 0 ? sum / count : 0.0;
}

bool Wheels::are_still(const State& state) const {
  constexpr double kStill = 0.01;  // rad/s
  return std::abs(speed(state, Side::Left)) < kStill &&
         std::abs(speed(state, Side::Right)) < kStill;
}

std::vector<Wheels::Turning> Wheels::all(const State& state) const {
  std::vector<Turning> turning;
  if (has_belts_) {
    for (const Side side : {Side::Left, Side::Right})
      turning.push_back(
          {side == Side::Left ? "left" : "right", angle(state, side), speed(state, side)});
    return turning;
  }
  const Instance& instance = state.instances[instance_.index()];
  for (const Wheel& wheel : wheels_) {
    const JointId joint = instance.joints[wheel.joint];
    if (!joint.is_valid()) continue;
    const JointState& turned = state.joints[joint.index()];
    turning.push_back({instance.model->joints[wheel.joint].name, wheel.forward * turned.position,
                       wheel.forward * turned.velocity});
  }
  return turning;
}

EncoderDisc::EncoderDisc(const Settings& settings, double wheel_angle)
    : settings_(settings), start_(wheel_angle), disc_(wheel_angle) {}

void EncoderDisc::update(double wheel_angle) {
  const double play = settings_.backlash / 2.0;
  disc_ = std::clamp(disc_, wheel_angle - play, wheel_angle + play);
}

std::int64_t EncoderDisc::ticks() const {
  return static_cast<std::int64_t>(std::floor((disc_ - start_) / settings_.resolution));
}

double EncoderDisc::angle() const { return static_cast<double>(ticks()) * settings_.resolution; }

}  // namespace rubble::sensors
