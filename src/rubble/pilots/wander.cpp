// SPDX-License-Identifier: Apache-2.0
#include "rubble/pilots/wander.h"

#include <algorithm>
#include <cmath>

#include "rubble/base/hash.h"
#include "rubble/pilots/side_speeds.h"

namespace rubble::pilots {
namespace {

constexpr Tick kThinkEvery = 24;     // ticks: ten times a second
constexpr double kSteerAngle = 0.4;  // rad, of cars

}  // namespace

Wander::Wander(const State& state, InstanceId robot, const robots::Measures& measures,
               std::uint64_t seed, const WanderSettings& settings)
    : settings_(settings),
      instance_(robot),
      name_(state.instances[robot.index()].name),
      spec_(*state.instances[robot.index()].model->robot),
      measures_(measures),
      random_(seed, "wander", Hash().add(name_).value()),
      last_progress_(state.tick) {
  if (measures_.wheel_radius > 0.0)
    settings_.speed = std::min(settings_.speed, spec_.max_speed * measures_.wheel_radius);
}

// How far the way is free from the robot's nose on, in a direction against its heading.
double Wander::free_distance(const PilotContext& now, double bearing) const {
  const Pose world_from_robot = now.state.world_from_model(instance_);
  const double height = measures_.bounds.low.z() + 0.6 * measures_.size.z();
  const double nose = measures_.bounds.high.x();
  const double yaw = yaw_of(world_from_robot.rotation) + bearing;
  const Vec3 ahead(std::cos(yaw), std::sin(yaw), 0.0);
  const Vec3 from = world_from_robot * Vec3(0, 0, height);
  const double sight = nose + settings_.look_ahead + 1.0;
  const auto hit = now.physics.first_hit(from, from + ahead * sight, instance_);
  return hit ? hit->distance - nose : settings_.look_ahead + 1.0;
}

// Ramps are 15 degrees; what rears higher stands against a wall or a block.
bool Wander::is_climbing(const PilotContext& now) const {
  constexpr double kSteepest = radians(24.0);
  const Vec3 up = now.state.world_from_model(instance_).rotation * Vec3::UnitZ();
  return up.z() < std::cos(kSteepest);
}

// A flying robot keeps about a metre above what is under it.
double Wander::climb_rate(const PilotContext& now) const {
  if (spec_.drive != DriveKind::Quadrotor) return 0.0;
  const Vec3 from = now.state.world_from_model(instance_).position + Vec3(0, 0, 0.05);
  const auto ground = now.physics.first_hit(from, from - Vec3(0, 0, 5.0), instance_);
  return std::clamp(1.0 - (ground ? ground->distance : 5.0), -0.3, 0.3);
}

void Wander::back_off(Tick tick) {
  behavior_ = Behavior::BackingOff;
  behavior_until_ = tick + tick_at(1.5);
  last_progress_ = tick;
  turn_side_ = random_.chance(0.5) ? 1.0 : -1.0;
}

void Wander::update_progress(const PilotContext& now) {
  constexpr double kStep = 0.15;   // m
  constexpr double kTurned = 0.5;  // rad
  const Pose pose = now.state.world_from_model(instance_);
  const double yaw = yaw_of(pose.rotation);
  if ((pose.position - progress_place_).norm() < kStep &&
      std::abs(wrap_angle(yaw - progress_yaw_)) < kTurned)
    return;
  progress_place_ = pose.position;
  progress_yaw_ = yaw;
  last_progress_ = now.state.tick;
}

void Wander::choose_behavior(const PilotContext& now) {
  const Tick tick = now.state.tick;
  update_progress(now);
  const bool is_stuck = tick - last_progress_ > tick_at(settings_.stuck_timeout);
  if (is_stuck || (is_climbing(now) && behavior_ != Behavior::BackingOff)) return back_off(tick);
  if (tick < behavior_until_) return;
  const bool is_blocked = free_distance(now, 0.0) < settings_.look_ahead;
  if (behavior_ == Behavior::BackingOff) {
    behavior_ = Behavior::Turning;
    behavior_until_ = tick + tick_at(1.0);
  } else if (is_blocked && behavior_ == Behavior::Ahead) {
    behavior_ = Behavior::Turning;
    turn_side_ = freer_side(now);
  } else if (!is_blocked) {
    behavior_ = Behavior::Ahead;
  }
}

// Looks both ways; where they are alike it tosses a coin.
double Wander::freer_side(const PilotContext& now) {
  constexpr double kAcross = radians(75.0);
  const double left = free_distance(now, kAcross), right = free_distance(now, -kAcross);
  if (std::abs(left - right) < 0.3) return random_.chance(0.5) ? 1.0 : -1.0;
  return left > right ? 1.0 : -1.0;
}

std::vector<Command> Wander::decide(const PilotContext& now) {
  if (now.state.tick % kThinkEvery != 0) return {};
  choose_behavior(now);
  return {{name_, order_for_behavior(climb_rate(now))}};
}

CommandData Wander::order_for_behavior(double climb) const {
  switch (behavior_) {
    case Behavior::Ahead:
      return drive(settings_.speed, 0.0, climb);
    case Behavior::Turning:
      return drive(0.0, turn_side_ * settings_.turn_rate, climb);
    case Behavior::BackingOff:
      break;
  }
  return drive(-settings_.speed, 0.3 * turn_side_, climb);
}

CommandData Wander::drive(double speed, double turn_rate, double climb) const {
  if (spec_.drive == DriveKind::Quadrotor) return DriveFlight{speed, 0.0, climb, turn_rate};
  const double wheel_speed = speed / measures_.wheel_radius;
  if (spec_.drive == DriveKind::Ackermann) {
    // A car turns only while it rolls.
    if (turn_rate == 0.0) return DriveSteered{wheel_speed, 0.0, 0.0};
    const double crawl = speed == 0.0 ? 0.5 * settings_.speed : speed;
    return DriveSteered{crawl / measures_.wheel_radius, std::copysign(kSteerAngle, turn_rate),
                        -std::copysign(kSteerAngle, turn_rate)};
  }
  return side_speeds(speed, turn_rate, measures_, spec_);
}

void Wander::serialize(Archive& archive) {
  archive(settings_.speed, settings_.turn_rate, settings_.look_ahead, settings_.stuck_timeout,
          random_, behavior_, turn_side_, behavior_until_, last_progress_, progress_place_,
          progress_yaw_);
}

}  // namespace rubble::pilots
