// SPDX-License-Identifier: Apache-2.0
#include "rubble/pilots/teleoperator.h"

#include <algorithm>
#include <cmath>

#include "rubble/base/hash.h"
#include "rubble/pilots/side_speeds.h"

namespace rubble::pilots {
namespace {

constexpr Tick kDecideTicks = 24;  // ten times a second
constexpr double kTurnWorthOfStop = 0.35;
constexpr double kTurnAcceleration = 3.0;  // rad/s^2

double approach(double from, double to, double most) {
  return from + std::clamp(to - from, -most, most);
}

}  // namespace

Teleoperator::Teleoperator(const State& state, InstanceId robot, const robots::Measures& measures,
                           DrivableArea area, std::vector<Vec2> stops, std::uint64_t seed,
                           const TeleoperatorSettings& settings)
    : instance_(robot),
      name_(state.instances[robot.index()].name),
      spec_(*state.instances[robot.index()].model->robot),
      measures_(measures),
      area_(area),
      stops_(std::move(stops)),
      settings_(settings),
      random_(seed, "teleoperator", Hash().add(name_).value()),
      steering_({.speed = 1.0, .turn_rate = settings.turn_rate}) {}

double Teleoperator::progress() const {
  return stops_.empty() ? 1.0 : static_cast<double>(next_) / static_cast<double>(stops_.size());
}

FlatPose Teleoperator::pose(const State& state) const {
  const Pose pose = state.world_from_model(instance_);
  return {pose.position.head<2>(), yaw_of(pose.rotation)};
}

void Teleoperator::note_tilt(const State& state) {
  const Vec3 up = state.world_from_model(instance_).rotation * Vec3::UnitZ();
  steepest_ = std::max(steepest_, std::acos(std::clamp(up.z(), -1.0, 1.0)));
}

std::vector<Command> Teleoperator::decide(const Surroundings& now) {
  if (now.state.tick % kDecideTicks != 0) return {};
  if (!grid_) grid_ = drivable_grid(now.physics, area_, instance_);
  if (!rest_until_) rest_until_ = now.state.tick + tick_at(settings_.rest);
  note_tilt(now.state);
  const FlatPose here = pose(now.state);
  const Wish wish = think(now.state.tick, here);
  progress_.note(now.state.tick, here, wish);
  return {command(wish)};
}

Wish Teleoperator::think(Tick tick, const FlatPose& pose) {
  is_rested_ = tick >= *rest_until_;
  if (!is_rested_ || next_ == stops_.size()) return {};
  if (tick < escape_until_) return escape_;
  if (progress_.is_stuck()) return escape(tick);
  while (way_.empty() || (pose.position - way_.back()).norm() < settings_.near_enough) {
    if (!way_.empty()) ++next_;
    if (next_ == stops_.size()) {
      rest_until_ = tick + tick_at(settings_.rest);
      is_rested_ = false;
      return {};
    }
    plan(pose);
    if (way_.empty()) {
      ++missed_;
      if (++next_ == stops_.size()) return {};
    }
  }
  Wish wish = steering_.follow(way_, pose);
  wish.speed *= leg_speed_;
  return wish;
}

// The roomiest place about the middle of a stop: things stand in some cells.
std::optional<GridCell> Teleoperator::best_cell(const Routes& routes, const Vec2& stop) const {
  constexpr double kReach = 0.30;  // m
  std::optional<GridCell> best;
  double best_worth = -1e9;
  const GridCell low = grid_->cell_of(stop - Vec2::Constant(kReach));
  const GridCell high = grid_->cell_of(stop + Vec2::Constant(kReach));
  for (int y = low.y; y <= high.y; ++y)
    for (int x = low.x; x <= high.x; ++x) {
      const GridCell cell{x, y};
      if (!routes.cost_to(cell)) continue;
      const double off = (grid_->center_of(cell) - stop).norm();
      const double worth = std::min(routes.clearance(cell), 0.6) - kTurnWorthOfStop * off;
      if (worth <= best_worth) continue;
      best_worth = worth;
      best = cell;
    }
  return best;
}

void Teleoperator::plan(const FlatPose& pose) {
  const double body = measures_.size.y() / 2 + settings_.margin;
  const Routes routes(*grid_, {}, pose.position, {.body = body, .comfort = 0.60});
  way_.clear();
  const auto cell = best_cell(routes, stops_[next_]);
  if (!cell) return;
  way_ = routes.way_to(*cell);
  if (way_.empty()) way_.push_back(grid_->center_of(*cell));
  leg_speed_ = random_.uniform(settings_.slowest, settings_.fastest);
}

// Back for a moment, then a new way from there.
Wish Teleoperator::escape(Tick tick) {
  ++troubles_;
  progress_.forget();
  way_.clear();
  escape_until_ = tick + tick_at(random_.uniform(0.8, 1.5));
  const double direction = troubles_ % 3 == 0 ? 1.0 : -1.0;
  escape_ = {direction * 0.2, random_.uniform(-0.3, 0.3)};
  return escape_;
}

// Sticks are not moved in jumps.
Command Teleoperator::command(const Wish& wish) {
  const double seconds = seconds_at(kDecideTicks);
  smooth_.speed = approach(smooth_.speed, wish.speed, settings_.acceleration * seconds);
  smooth_.turn_rate = approach(smooth_.turn_rate, wish.turn_rate, kTurnAcceleration * seconds);
  return {name_, side_speeds(smooth_.speed, smooth_.turn_rate, measures_, spec_)};
}

}  // namespace rubble::pilots
