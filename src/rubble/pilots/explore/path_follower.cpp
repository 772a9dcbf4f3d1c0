// SPDX-License-Identifier: Apache-2.0
#include "rubble/pilots/explore/path_follower.h"

#include <algorithm>
#include <cmath>

namespace rubble::pilots {
namespace {

constexpr double kTurnWorth = 0.3;  // m a radian, where turning and going are added up

// The point of the way that is a given distance on from where the robot is nearest to it.
Vec2 point_ahead(std::span<const Vec2> path, const Vec2& from, double distance) {
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < path.size(); ++i)
    if ((path[i] - from).squaredNorm() < (path[nearest] - from).squaredNorm()) nearest = i;
  for (std::size_t i = nearest; i < path.size(); ++i)
    if ((path[i] - from).norm() >= distance) return path[i];
  return path.back();
}

}  // namespace

VelocityCommand PathFollower::follow(std::span<const Vec2> path, const FlatPose& pose) {
  constexpr double kStartTurning = 0.7, kStopTurning = 0.25;  // rad
  constexpr double kGain = 2.0, kMinYawRate = 0.3;            // 1/s, rad/s
  if (path.empty()) return {};
  const Vec2 there = point_ahead(path, pose.position, settings_.look_ahead) - pose.position;
  const double bearing = wrap_angle(std::atan2(there.y(), there.x()) - pose.yaw);
  is_turning_ = std::abs(bearing) > (is_turning_ ? kStopTurning : kStartTurning);
  const double turn = std::clamp(kGain * bearing, -settings_.turn_rate, settings_.turn_rate);
  if (is_turning_) return {0.0, std::copysign(std::max(std::abs(turn), kMinYawRate), bearing)};
  return {settings_.speed * std::max(0.3, 1.0 - std::abs(bearing) / kStartTurning), turn};
}

void StuckDetector::update(Tick tick, const FlatPose& pose, const VelocityCommand& command) {
  constexpr double kMemory = 2.5;  // s
  samples_.push_back({tick, pose, command});
  while (samples_.front().tick < tick - tick_at(kMemory)) samples_.pop_front();
}

bool StuckDetector::is_stuck() const {
  constexpr double kEnough = 0.6;  // m wanted before one can tell
  constexpr double kShare = 0.25;
  double wanted = 0.0, turned = 0.0;
  for (std::size_t i = 1; i < samples_.size(); ++i) {
    const double seconds = seconds_at(samples_[i].tick - samples_[i - 1].tick);
    const VelocityCommand& command = samples_[i - 1].command;
    wanted += seconds * (std::abs(command.speed) + kTurnWorth * std::abs(command.turn_rate));
    turned += wrap_angle(samples_[i].pose.yaw - samples_[i - 1].pose.yaw);
  }
  if (wanted < kEnough) return false;
  const double gone = (samples_.back().pose.position - samples_.front().pose.position).norm();
  return gone + kTurnWorth * std::abs(turned) < kShare * wanted;
}

}  // namespace rubble::pilots
