// SPDX-License-Identifier: Apache-2.0
#include "rubble/pilots/explore_steer.h"

#include <algorithm>
#include <cmath>

namespace rubble::pilots {
namespace {

constexpr double kTurnWorth = 0.3;  // m a radian, where turning and going are added up

// The point of the way that is a given distance on from where the robot is nearest to it.
Vec2 point_ahead(std::span<const Vec2> way, const Vec2& from, double distance) {
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < way.size(); ++i)
    if ((way[i] - from).squaredNorm() < (way[nearest] - from).squaredNorm()) nearest = i;
  for (std::size_t i = nearest; i < way.size(); ++i)
    if ((way[i] - from).norm() >= distance) return way[i];
  return way.back();
}

}  // namespace

Wish Steering::follow(std::span<const Vec2> way, const FlatPose& pose) {
  constexpr double kStartTurning = 0.7, kStopTurning = 0.25;  // rad
  constexpr double kGain = 2.0, kLeastTurn = 0.3;             // 1/s, rad/s
  if (way.empty()) return {};
  const Vec2 there = point_ahead(way, pose.position, settings_.look_ahead) - pose.position;
  const double bearing = wrap_angle(std::atan2(there.y(), there.x()) - pose.yaw);
  is_turning_ = std::abs(bearing) > (is_turning_ ? kStopTurning : kStartTurning);
  const double turn = std::clamp(kGain * bearing, -settings_.turn_rate, settings_.turn_rate);
  if (is_turning_) return {0.0, std::copysign(std::max(std::abs(turn), kLeastTurn), bearing)};
  return {settings_.speed * std::max(0.3, 1.0 - std::abs(bearing) / kStartTurning), turn};
}

void Progress::note(Tick tick, const FlatPose& pose, const Wish& wish) {
  constexpr double kMemory = 2.5;  // s
  past_.push_back({tick, pose, wish});
  while (past_.front().tick < tick - tick_at(kMemory)) past_.pop_front();
}

bool Progress::is_stuck() const {
  constexpr double kEnough = 0.6;  // m wanted before one can tell
  constexpr double kShare = 0.25;
  double wanted = 0.0, turned = 0.0;
  for (std::size_t i = 1; i < past_.size(); ++i) {
    const double seconds = seconds_at(past_[i].tick - past_[i - 1].tick);
    const Wish& wish = past_[i - 1].wish;
    wanted += seconds * (std::abs(wish.speed) + kTurnWorth * std::abs(wish.turn_rate));
    turned += wrap_angle(past_[i].pose.yaw - past_[i - 1].pose.yaw);
  }
  if (wanted < kEnough) return false;
  const double gone = (past_.back().pose.position - past_.front().pose.position).norm();
  return gone + kTurnWorth * std::abs(turned) < kShare * wanted;
}

}  // namespace rubble::pilots
