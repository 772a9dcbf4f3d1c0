// SPDX-License-Identifier: Apache-2.0
#include "rubble/pilots/go_to.h"

#include <algorithm>
#include <cmath>

#include "rubble/pilots/side_speeds.h"

namespace rubble::pilots {
namespace {

constexpr Tick kDecideEvery = 12;      // ticks: twenty times a second
constexpr double kNearEnough = 0.10;   // m
constexpr double kSlowDown = 1.2;      // m/s per m that is left
constexpr double kSlowest = 0.08;      // m/s
constexpr double kFastest = 1.0;       // m/s
constexpr double kStartTurning = 0.7;  // rad off, from where a robot turns on the spot
constexpr double kStopTurning = 0.08;  // rad
constexpr double kFastestTurn = 1.2;   // rad/s
constexpr double kSlowestTurn = 0.15;  // rad/s
constexpr Tick kPatience = 4 * kTicksPerSecond;
constexpr int kMaxRotations = 6;  // that count as progress

}  // namespace

GoTo::GoTo(const State& state, InstanceId robot, const Vec2& target)
    : instance_(robot),
      target_(target),
      model_(state.instances[robot.index()].model),
      name_(state.instances[robot.index()].name),
      measures_(robots::measure(*model_)),
      top_(top_speeds(*model_)),
      curvature_(max_curvature(*model_)),
      last_success_(state.tick) {
  const Pose pose = state.world_from_model(robot);
  height_ = pose.position.z();
  last_place_ = pose.position.head<2>();
  best_distance_ = look(state).distance;
  const double full_turn = curvature_ > 0.0 ? 2 * kPi / curvature_ : 0.0;
  remaining_distance_ = 3.0 * (best_distance_ + full_turn) + 2.0;
}

GoTo::View GoTo::look(const State& state) const {
  const Pose pose = state.world_from_model(instance_);
  const Vec2 way = target_ - pose.position.head<2>();
  const double bearing = std::atan2(way.y(), way.x()) - yaw_of(pose.rotation);
  return {way.norm(), wrap_angle(bearing), pose.position.z()};
}

std::vector<Command> GoTo::decide(const State& state) {
  if (is_over() || state.tick % kDecideEvery != 0) return {};
  if (!state.instances[instance_.index()].is_present || top_.ahead <= 0.0) {
    progress_ = Progress::Stuck;
    return {};
  }
  const View view = look(state);
  update_progress(state, view);
  if (view.distance <= kNearEnough)
    progress_ = Progress::Arrived;
  else if (is_stuck(state.tick))
    progress_ = Progress::Stuck;
  return {{name_, is_over() ? stop() : steer(view)}};
}

bool GoTo::is_stuck(Tick tick) const {
  return tick - last_success_ > kPatience || remaining_distance_ < 0.0;
}

// A car that goes round comes no nearer for a while: any way counts, but not without end.
void GoTo::update_progress(const State& state, const View& view) {
  constexpr double kNearer = 0.03, kMoved = 0.15;  // m
  constexpr double kTurned = 0.1;                  // rad
  const Vec2 place = state.world_from_model(instance_).position.head<2>();
  if (view.distance < best_distance_ - kNearer) {
    best_distance_ = view.distance;
    record_success(state.tick);
  }
  if (progress_ == Progress::Turning && std::abs(view.bearing) < best_bearing_ - kTurned) {
    best_bearing_ = std::abs(view.bearing);
    record_success(state.tick);
  }
  const double moved = (place - last_place_).norm();
  if (moved < kMoved) return;
  last_place_ = place;
  remaining_distance_ -= moved;
  if (curvature_ > 0.0) record_success(state.tick);
}

CommandData GoTo::steer(const View& view) {
  switch (model_->robot->drive) {
    case DriveKind::Quadrotor:
      return fly(view);
    case DriveKind::Ackermann:
      return steer_car(view);
    default:
      return steer_sides(view);
  }
}

CommandData GoTo::steer_sides(const View& view) {
  const double off = std::abs(view.bearing);
  if (progress_ != Progress::Turning && off > kStartTurning) {
    progress_ = Progress::Turning;
    if (++rotation_count_ <= kMaxRotations) best_bearing_ = kPi + off;
  }
  if (progress_ == Progress::Turning && off < kStopTurning) progress_ = Progress::Going;
  const double fastest_turn = std::min(kFastestTurn, 0.7 * top_.turn);
  if (progress_ == Progress::Turning) {
    const double rate = std::clamp(2.0 * off, std::min(kSlowestTurn, fastest_turn), fastest_turn);
    return side_speeds(0.0, std::copysign(rate, view.bearing), measures_, *model_->robot);
  }
  const double fastest = std::min(kFastest, 0.8 * top_.ahead);
  const double speed = std::clamp(kSlowDown * view.distance, std::min(kSlowest, fastest), fastest);
  const double turn = std::clamp(1.5 * view.bearing, -0.5 * fastest_turn, 0.5 * fastest_turn);
  return side_speeds(speed, turn, measures_, *model_->robot);
}

// The arc that leads through the target; one that is too tight is driven as tight as it goes.
CommandData GoTo::steer_car(const View& view) const {
  const double fastest = std::min(kFastest, 0.8 * top_.ahead);
  const double radius = 1.0 / curvature_;
  const Vec2 target(view.distance * std::cos(view.bearing), view.distance * std::sin(view.bearing));
  const Vec2 middle(0.0, std::copysign(radius, target.y()));
  if ((target - middle).norm() < 0.95 * radius)
    return drive_command(*model_, name_, {.forward = -0.5 * fastest / top_.ahead}).data;
  const bool is_behind = std::abs(view.bearing) > kPi / 2;
  const double wanted = is_behind ? std::copysign(curvature_, view.bearing)
                                  : 2.0 * std::sin(view.bearing) / view.distance;
  const double speed =
      std::clamp(kSlowDown * view.distance, std::min(kSlowest, fastest), 0.6 * fastest);
  return drive_command(*model_, name_,
                       {.forward = speed / top_.ahead, .turn = 1.05 * wanted / curvature_})
      .data;
}

CommandData GoTo::fly(const View& view) const {
  const double fastest = std::min(kFastest, 0.8 * top_.ahead);
  const double speed = std::min(kSlowDown * view.distance, fastest);
  const bool is_near = view.distance < 0.5;  // m; the bearing means little there
  return DriveFlight{speed * std::cos(view.bearing), speed * std::sin(view.bearing),
                     std::clamp(height_ - view.height, -0.3, 0.3),
                     is_near ? 0.0 : std::clamp(view.bearing, -kFastestTurn, kFastestTurn)};
}

CommandData GoTo::stop() const { return drive_command(*model_, name_, {}).data; }

}  // namespace rubble::pilots
