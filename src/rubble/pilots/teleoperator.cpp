// SPDX-License-Identifier: Apache-2.0
#include "rubble/pilots/teleoperator.h"

#include <algorithm>
#include <cmath>

#include "rubble/base/hash.h"
#include "rubble/pilots/maze_tour.h"
#include "rubble/pilots/side_speeds.h"

namespace rubble::pilots {
namespace {

constexpr Tick kDecideTicks = 24;            // ten times a second
constexpr double kTurnAcceleration = 3.0;    // rad/s^2
constexpr double kTooSteep = radians(25.0);  // ramps alone tilt it by up to 24 degrees

double approach(double from, double to, double most) {
  return from + std::clamp(to - from, -most, most);
}

// Whether a goal lies behind a robot that would hit something if it turned round.
bool must_back_out(const FlatPose& pose, const Vec2& goal, double room) {
  constexpr double kRoomToTurn = 0.50, kBehind = 2.2;  // m, rad
  const Vec2 line = goal - pose.position;
  const double bearing = wrap_angle(std::atan2(line.y(), line.x()) - pose.yaw);
  return std::abs(bearing) > kBehind && room < kRoomToTurn;
}

}  // namespace

Teleoperator::Teleoperator(const State& state, InstanceId robot, const robots::Measures& measures,
                           Grid map, std::vector<Vec2> stops, std::uint64_t seed,
                           const TeleoperatorSettings& settings)
    : instance_(robot),
      name_(state.instances[robot.index()].name),
      spec_(*state.instances[robot.index()].model->robot),
      measures_(measures),
      grid_(std::move(map)),
      stops_(std::move(stops)),
      settings_(settings),
      random_(seed, "teleoperator", Hash().add(name_).value()),
      path_follower_({.speed = 1.0, .turn_rate = settings.turn_rate}) {}

double Teleoperator::progress() const {
  return stops_.empty() ? 1.0 : static_cast<double>(next_) / static_cast<double>(stops_.size());
}

FlatPose Teleoperator::pose(const State& state) const {
  const Pose pose = state.world_from_model(instance_);
  return {pose.position.head<2>(), yaw_of(pose.rotation)};
}

void Teleoperator::record_tilt(const State& state) {
  const Quat rotation = state.world_from_model(instance_).rotation;
  tilt_ = std::acos(std::clamp((rotation * Vec3::UnitZ()).z(), -1.0, 1.0));
  pitch_ = roll_pitch_yaw_of(rotation).pitch;
  max_tilt_ = std::max(max_tilt_, tilt_);
}

std::vector<Command> Teleoperator::decide(const PilotContext& now) {
  if (now.state.tick % kDecideTicks != 0) return {};
  if (!pause_until_) pause_until_ = now.state.tick + tick_at(settings_.pause);
  record_tilt(now.state);
  const FlatPose here = pose(now.state);
  const VelocityCommand command = next_velocity(now.state.tick, here);
  stuck_detector_.update(now.state.tick, here, command);
  if (last_pose_) adapt_boost(*last_pose_, here);
  last_pose_ = here;
  return {drive_command_for(command)};
}

VelocityCommand Teleoperator::next_velocity(Tick tick, const FlatPose& pose) {
  has_paused_ = tick >= *pause_until_;
  if (!has_paused_ || next_ == stops_.size()) return {};
  if (tilt_ > kTooSteep) return come_down(tick);
  if (tick < escape_until_) return escape_;
  if (stuck_detector_.is_stuck())
    return escape(tick, room_along(pose, 1.0) > room_along(pose, -1.0) ? 1.0 : -1.0);
  while (path_.empty() || (pose.position - path_.back()).norm() < settings_.goal_tolerance) {
    if (!path_.empty()) ++next_;
    if (next_ == stops_.size()) {
      pause_until_ = tick + tick_at(settings_.pause);
      has_paused_ = false;
      return {};
    }
    plan(pose);
    if (path_.empty()) {
      ++missed_;
      if (++next_ == stops_.size()) return {};
    }
  }
  return follow_path(pose);
}

VelocityCommand Teleoperator::follow_path(const FlatPose& pose) {
  const FlatPose heading{pose.position, is_backing_ ? wrap_angle(pose.yaw + kPi) : pose.yaw};
  VelocityCommand command = path_follower_.follow(path_, heading);
  command.speed *= is_backing_ ? -leg_speed_ : leg_speed_;
  return command;
}

// Straight on where there is room, else around what stands there.
void Teleoperator::plan(const FlatPose& pose) {
  constexpr double kStep = 0.05;        // m between points
  constexpr double kRoomBeside = 0.06;  // m more than the body takes
  const double body = measures_.size.y() / 2 + settings_.margin;
  const ShortestPaths paths(grid_, {}, pose.position, {.body = body, .comfort = 0.60});
  const Vec2 goal = max_clearance_point(grid_, paths, stops_[next_]);
  path_.clear();
  if (!paths.cost_to(grid_.cell_of(goal))) return;
  const Vec2 line = goal - pose.position;
  const int steps = std::max(1, static_cast<int>(line.norm() / kStep));
  bool has_room = true;
  for (int i = 1; i <= steps; ++i) {
    path_.emplace_back(pose.position + line * (static_cast<double>(i) / steps));
    has_room = has_room && paths.clearance(grid_.cell_of(path_.back())) >= body + kRoomBeside;
  }
  if (!has_room) path_ = paths.path_to(grid_.cell_of(goal));
  if (path_.empty()) path_.push_back(goal);
  is_backing_ = must_back_out(pose, goal, paths.clearance(grid_.cell_of(pose.position)));
  leg_speed_ = random_.uniform(settings_.min_speed, settings_.max_speed);
}

// Tracks slip, on ramps and in the dips between them most: who sees that pushes the sticks more.
void Teleoperator::adapt_boost(const FlatPose& before, const FlatPose& now) {
  constexpr double kMore = 1.2, kLess = 0.85, kMaxBoost = 3.0;
  const double seconds = seconds_at(kDecideTicks);
  const Vec2 ahead(std::cos(now.yaw), std::sin(now.yaw));
  const auto boosted = [&](double boost, double done, double wanted, double least) {
    const bool is_slow = std::abs(wanted) > least && done * wanted < 0.5 * wanted * wanted;
    return std::clamp(boost * (is_slow ? kMore : kLess), 1.0, kMaxBoost);
  };
  const double speed = (now.position - before.position).dot(ahead) / seconds;
  const double turn_rate = wrap_angle(now.yaw - before.yaw) / seconds;
  speed_boost_ = boosted(speed_boost_, speed, smooth_.speed, 0.1);
  turn_boost_ = boosted(turn_boost_, turn_rate, smooth_.turn_rate, 0.2);
}

// How far the body can go straight on until one of its corners meets something, up to half a metre.
double Teleoperator::room_along(const FlatPose& pose, double direction) const {
  constexpr double kFarthest = 0.5, kStep = 0.05;
  const Vec2 ahead = direction * Vec2(std::cos(pose.yaw), std::sin(pose.yaw));
  const Vec2 aside = measures_.size.y() / 2 * Vec2(-ahead.y(), ahead.x());
  const Vec2 end = pose.position + measures_.size.x() / 2 * ahead;
  for (double distance = 0.0; distance < kFarthest; distance += kStep)
    for (const double side : {-1.0, 0.0, 1.0})
      if (grid_.is_occupied(grid_.cell_of(end + distance * ahead + side * aside))) return distance;
  return kFarthest;
}

// To where there is more room for a moment, then a new way from there.
VelocityCommand Teleoperator::escape(Tick tick, double direction) {
  ++stuck_count_;
  stuck_detector_.reset();
  path_.clear();
  escape_until_ = tick + tick_at(random_.uniform(0.8, 1.5));
  escape_ = {direction * 0.2, random_.uniform(-0.3, 0.3)};
  return escape_;
}

// Belts climb what they are pushed against. The end that is up goes back to where it came from, and
// at once.
VelocityCommand Teleoperator::come_down(Tick tick) {
  constexpr double kMoment = 0.5;  // s
  stuck_detector_.reset();
  path_.clear();
  speed_boost_ = turn_boost_ = 1.0;
  escape_ = {pitch_ > 0.0 ? 0.25 : -0.25, 0.0};
  escape_until_ = tick + tick_at(kMoment);
  smooth_ = escape_;
  return escape_;
}

// Sticks are not moved in jumps.
Command Teleoperator::drive_command_for(const VelocityCommand& command) {
  const double seconds = seconds_at(kDecideTicks);
  smooth_.speed = approach(smooth_.speed, command.speed, settings_.acceleration * seconds);
  smooth_.turn_rate = approach(smooth_.turn_rate, command.turn_rate, kTurnAcceleration * seconds);
  return {name_, side_speeds(speed_boost_ * smooth_.speed, turn_boost_ * smooth_.turn_rate,
                             measures_, spec_)};
}

}  // namespace rubble::pilots
