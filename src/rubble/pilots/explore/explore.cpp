// SPDX-License-Identifier: Apache-2.0
#include "rubble/pilots/explore/explore.h"

#include <algorithm>
#include <cmath>

#include "rubble/base/hash.h"
#include "rubble/pilots/side_speeds.h"
#include "rubble/serialization/message_archive.h"

namespace rubble::pilots {
namespace {

constexpr Tick kSameMoment = 2;  // ticks between a scan and the reckoning that goes with it
constexpr Tick kLongWait = tick_at(0.5);
constexpr double kEscapeSpeed = 0.25;  // m/s
constexpr double kLookRate = 0.6;      // rad/s

ClearanceSettings clearance_settings(const robots::Measures& measures,
                                     const ExploreSettings& settings) {
  const double body = measures.size.y() / 2 + settings.margin;
  return {.body = body, .comfort = std::max(0.55, body + 0.1)};
}

// How far the map shows no obstacle from a point on.
double free_distance(const Grid& grid, const Vec2& from, double yaw) {
  constexpr double kSight = 1.5;
  const Vec2 ahead(std::cos(yaw), std::sin(yaw));
  for (double distance = 0.0; distance < kSight; distance += grid.cell_size())
    if (const GridCell cell = grid.cell_of(from + distance * ahead);
        !grid.contains(cell) || grid.is_occupied(cell))
      return distance;
  return kSight;
}

}  // namespace

Explore::Explore(ExplorerConfig config, std::uint64_t seed, const ExploreSettings& settings)
    : config_(std::move(config)),
      settings_(settings),
      random_(seed, "explore", Hash().add(config_.robot).value()),
      path_follower_(settings.steer) {}

std::vector<std::string> Explore::required_sensors() const {
  std::vector<std::string> names{config_.scanner, config_.position};
  if (!config_.attitude.empty()) names.push_back(config_.attitude);
  return names;
}

void Explore::handle_reading(const Reading& reading) {
  if (reading.sensor == config_.scanner) {
    if (const auto* scan = std::get_if<RangeScan>(&reading.data)) {
      scan_ = *scan;
      scan_tick_ = reading.tick;
    }
  } else if (reading.sensor == config_.position) {
    if (const auto* ins = std::get_if<InsReading>(&reading.data))
      reckoning_ = {ins->position.head<2>(), ins->attitude.yaw, ins->attitude};
    if (const auto* odometry = std::get_if<OdometryReading>(&reading.data)) {
      reckoning_.position = {odometry->x, odometry->y};
      reckoning_.heading = odometry->theta;
    }
    reckoning_tick_ = reading.tick;
  } else if (reading.sensor == config_.attitude) {
    if (const auto* imu = std::get_if<ImuReading>(&reading.data))
      reckoning_.attitude = imu->attitude;
  }
}

// A scan and a reckoning of the same moment, or after a long wait of about the same moment.
bool Explore::has_new_data() const {
  if (scan_tick_ <= used_tick_ || reckoning_tick_ < 0) return false;
  const Tick apart = std::abs(scan_tick_ - reckoning_tick_);
  return apart <= kSameMoment || scan_tick_ - used_tick_ > kLongWait;
}

void Explore::start_map() {
  const double inner = std::min(config_.measures.size.x(), config_.measures.size.y()) / 2;
  tracker_.emplace(config_.base_from_scanner, inner, reckoning_, settings_.tracker);
  coverage_.emplace(tracker_->grid());
}

std::vector<Command> Explore::decide(const PilotContext& now) {
  for (const Reading& reading : now.readings)
    if (reading.robot == config_.robot) handle_reading(reading);
  if (!has_new_data()) return {};
  used_tick_ = scan_tick_;
  if (!tracker_) start_map();
  const bool is_in_door = behavior_ == Behavior::Pushing && is_door_opening_;
  tracker_->update(scan_, reckoning_,
                   is_in_door ? Tracker::Correction::Instruments : Tracker::Correction::Walls);
  record_trail();
  const VelocityCommand command = next_velocity(now.state.tick);
  stuck_detector_.update(now.state.tick, tracker_->pose(), command);
  last_command_ = command;
  return {{config_.robot,
           side_speeds(command.speed, command.turn_rate, config_.measures, config_.spec)}};
}

void Explore::record_trail() {
  constexpr double kStep = 0.05;  // m
  const Vec2& place = tracker_->pose().position;
  coverage_->visit(tracker_->grid(), place, settings_.coverage_radius);
  if (trail_.empty() || (place - trail_.back()).norm() > kStep) trail_.push_back(place);
}

bool Explore::is_tilted() const {
  const auto& [roll, pitch, yaw] = reckoning_.attitude;
  return std::cos(roll) * std::cos(pitch) < std::cos(settings_.max_tilt);
}

VelocityCommand Explore::next_velocity(Tick tick) {
  const bool is_escaping = behavior_ == Behavior::Escaping && tick < behavior_until_;
  if (stuck_detector_.is_stuck() || (is_tilted() && !is_escaping)) return escape(tick);
  if (is_escaping) return last_command_;
  if (behavior_ == Behavior::Escaping) begin(Behavior::Going, tick);
  return velocity_for_behavior(tick);
}

VelocityCommand Explore::velocity_for_behavior(Tick tick) {
  switch (behavior_) {
    case Behavior::LookingAround:
      return look_around(tick);
    case Behavior::GoingToPush:
      return go_to_push(tick);
    case Behavior::Pushing:
      return push(tick);
    case Behavior::Resting:
      if (tick < behavior_until_) return {};
      begin(Behavior::Going, tick);
      break;
    case Behavior::Going:
    case Behavior::Escaping:
      break;
  }
  return go(tick);
}

void Explore::begin(Behavior behavior, Tick until) {
  behavior_ = behavior;
  behavior_until_ = until;
  planned_at_ = -1;
  stuck_detector_.reset();
}

ShortestPaths Explore::paths_from_here() const {
  std::vector<Obstacle> obstacles;
  obstacles.reserve(detected_obstacles_.size());
  for (const DetectedObstacle& detected : detected_obstacles_)
    obstacles.push_back(detected.obstacle);
  return {tracker_->grid(), obstacles, tracker_->pose().position,
          clearance_settings(config_.measures, settings_)};
}

bool Explore::needs_plan(Tick tick) const {
  constexpr Tick kPlanEvery = tick_at(1.0), kPlanAtMost = tick_at(0.6);
  if (planned_at_ < 0 || tick - planned_at_ >= kPlanEvery || !target_) return true;
  if (tick - planned_at_ < kPlanAtMost) return false;
  return coverage_->is_covered(tracker_->grid(), tracker_->grid().cell_of(*target_));
}

void Explore::plan(Tick tick) {
  planned_at_ = tick;
  std::erase_if(detected_obstacles_,
                [&](const DetectedObstacle& detected) { return detected.until < tick; });
  const FlatPose& pose = tracker_->pose();
  const Grid& grid = tracker_->grid();
  const ShortestPaths paths = paths_from_here();
  const auto cell = nearest_uncovered(grid, *coverage_, paths, pose.position, pose.yaw);
  target_.reset();
  path_.clear();
  if (!cell) return;
  target_ = grid.center_of(*cell);
  path_ = paths.path_to(*cell);
}

VelocityCommand Explore::go(Tick tick) {
  if (needs_plan(tick)) plan(tick);
  if (target_) return path_follower_.follow(path_, tracker_->pose());
  begin(Behavior::LookingAround, tick);
  scanned_angle_ = 0.0;
  last_yaw_ = tracker_->pose().yaw;
  return {};
}

// Nothing left to go to: a full turn may show more.
VelocityCommand Explore::look_around(Tick tick) {
  const double yaw = tracker_->pose().yaw;
  scanned_angle_ += wrap_angle(yaw - last_yaw_);
  last_yaw_ = yaw;
  if (needs_plan(tick)) plan(tick);
  if (target_) {
    begin(Behavior::Going, tick);
  } else if (std::abs(scanned_angle_) > 2.0 * kPi) {
    handle_no_targets(tick);
  } else {
    return {0.0, kLookRate};
  }
  return {};
}

// First it tries again what it gave up, then doors, then both once more; in the end it rests.
void Explore::handle_no_targets(Tick tick) {
  constexpr int kMaxRestarts = 2;
  constexpr Tick kRest = tick_at(10.0);
  if (restart_count_ > 0) {
    const ShortestPaths paths = paths_from_here();
    door_ = best_door_candidate(tracker_->grid(), paths, config_.measures.bounds.high.x(),
                                tried_doors_);
    if (door_) {
      tried_doors_.push_back(door_->leaf());
      path_ = paths.path_to(tracker_->grid().cell_of(door_->from));
      return begin(Behavior::GoingToPush, tick + tick_at(60.0));
    }
  }
  if (restart_count_ == kMaxRestarts) return begin(Behavior::Resting, tick + kRest);
  ++restart_count_;
  detected_obstacles_.clear();
  tried_doors_.clear();
  coverage_->try_again();
  begin(Behavior::Going, tick);
}

VelocityCommand Explore::go_to_push(Tick tick) {
  constexpr double kThere = 0.10, kAligned = 0.05;  // m, rad
  const FlatPose& pose = tracker_->pose();
  if (tick > behavior_until_) begin(Behavior::Going, tick);
  if ((pose.position - door_->from).norm() > kThere && !path_.empty())
    return path_follower_.follow(path_, pose);
  path_.clear();
  const double turn = wrap_angle(door_->yaw - pose.yaw);
  if (std::abs(turn) > kAligned) return {0.0, std::clamp(2.0 * turn, -0.6, 0.6)};
  begin(Behavior::Pushing, tick + tick_at(12.0));
  is_door_opening_ = false;
  return {};
}

// A leaf that swings turns out of the square; a wall does not.
void Explore::update_door_state() {
  constexpr double kSwung = radians(22.0), kAskew = radians(10.0);
  const auto slant = slant_ahead(tracker_->last_scan(), config_.measures.bounds.high.x());
  const double off = wrap_angle(tracker_->pose().yaw - door_->yaw);
  // Askew, it would see the corner beside the wall.
  if (slant && std::abs(off) < kAskew && std::abs(*slant - off) > kSwung) is_door_opening_ = true;
}

void Explore::end_push() {
  constexpr double kWayInDoor = 1.0;  // m, that it may have gone without looking at walls
  if (is_door_opening_) tracker_->relocalize(kWayInDoor);
  is_door_opening_ = false;
}

// Straight on until it is through; a wall makes it stuck, and that ends it.
VelocityCommand Explore::push(Tick tick) {
  constexpr double kThrough = 0.6, kPushSpeed = 0.3;  // m behind the leaf, m/s
  const FlatPose& pose = tracker_->pose();
  update_door_state();
  if ((pose.position - door_->from).norm() > door_->distance + kThrough || tick > behavior_until_) {
    end_push();
    begin(Behavior::Going, tick);
    return {};
  }
  return {kPushSpeed, 3.0 * wrap_angle(door_->yaw - pose.yaw)};
}

void Explore::add_obstacle_ahead(Tick tick) {
  constexpr double kRadius = 0.08, kAhead = 0.06;  // m
  constexpr double kMemory = 90.0;                 // s
  const Vec2 nose(config_.measures.bounds.high.x() + kAhead, 0.0);
  detected_obstacles_.push_back({{tracker_->pose() * nose, kRadius}, tick + tick_at(kMemory)});
}

bool Explore::has_more_room_ahead() const {
  const FlatPose& pose = tracker_->pose();
  const Vec2 nose = pose * Vec2(config_.measures.bounds.high.x(), 0.0);
  const Vec2 tail = pose * Vec2(config_.measures.bounds.low.x(), 0.0);
  return free_distance(tracker_->grid(), nose, pose.yaw) >
         free_distance(tracker_->grid(), tail, pose.yaw + kPi);
}

// Back from where it hangs; now and then at random, and now and then to another target.
VelocityCommand Explore::escape(Tick tick) {
  constexpr int kGiveUpAfter = 4, kTossAfter = 3;  // troubles
  const bool was_ahead = last_command_.speed > 0.0;
  if (behavior_ == Behavior::Pushing) {
    end_push();
  } else if (was_ahead) {
    add_obstacle_ahead(tick);
  }
  double direction = was_ahead ? -1.0 : 1.0;
  if (last_command_.speed == 0.0) direction = has_more_room_ahead() ? 1.0 : -1.0;
  ++stuck_count_;
  if (stuck_count_ % kTossAfter == 0) direction = random_.chance(0.5) ? 1.0 : -1.0;
  if (target_ && stuck_count_ % kGiveUpAfter == 0)
    coverage_->give_up(tracker_->grid(), *target_, 0.3);
  begin(Behavior::Escaping, tick + tick_at(random_.uniform(1.0, 1.6)));
  return {direction * kEscapeSpeed, random_.uniform(-0.4, 0.4)};
}

// The tracker is made again for this robot and then reads its map.
void Explore::serialize(Archive& archive) {
  bool has_map = tracker_.has_value();
  archive(has_map);
  if (archive.is_reading() && has_map) start_map();
  if (has_map) archive(*tracker_, *coverage_);
  Reading last{.data = scan_};
  archive(random_, path_follower_, stuck_detector_, trail_, last);
  if (auto* scan = std::get_if<RangeScan>(&last.data)) scan_ = std::move(*scan);
  archive(scan_tick_, reckoning_, reckoning_tick_, used_tick_, behavior_, behavior_until_,
          last_command_, target_, path_, planned_at_, last_yaw_, scanned_angle_,
          detected_obstacles_, stuck_count_, door_, is_door_opening_, tried_doors_, restart_count_);
}

}  // namespace rubble::pilots
