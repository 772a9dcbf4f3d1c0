// SPDX-License-Identifier: Apache-2.0
#include "rubble/pilots/explore.h"

#include <algorithm>
#include <cmath>

#include "rubble/base/hash.h"
#include "rubble/pilots/side_speeds.h"

namespace rubble::pilots {
namespace {

constexpr Tick kSameMoment = 2;  // ticks between a scan and the reckoning that goes with it
constexpr Tick kLongWait = tick_at(0.5);
constexpr double kEscapeSpeed = 0.25;  // m/s
constexpr double kLookRate = 0.6;      // rad/s

RouteSettings route_settings(const robots::Measures& measures, const ExploreSettings& settings) {
  const double body = measures.size.y() / 2 + settings.margin;
  return {.body = body, .comfort = std::max(0.55, body + 0.1)};
}

// How far the map shows no obstacle from a point on.
double free_way(const Grid& grid, const Vec2& from, double yaw) {
  constexpr double kSight = 1.5;
  const Vec2 ahead(std::cos(yaw), std::sin(yaw));
  for (double way = 0.0; way < kSight; way += grid.cell_size())
    if (const GridCell cell = grid.cell_of(from + way * ahead);
        !grid.contains(cell) || grid.is_occupied(cell))
      return way;
  return kSight;
}

}  // namespace

Explore::Explore(ExploreKit kit, std::uint64_t seed, const ExploreSettings& settings)
    : kit_(std::move(kit)),
      settings_(settings),
      random_(seed, "explore", Hash().add(kit_.robot).value()),
      steering_(settings.steer) {}

std::vector<std::string> Explore::wanted_sensors() const {
  std::vector<std::string> names{kit_.scanner, kit_.position};
  if (!kit_.attitude.empty()) names.push_back(kit_.attitude);
  return names;
}

void Explore::take(const Reading& reading) {
  if (reading.sensor == kit_.scanner) {
    if (const auto* scan = std::get_if<RangeScan>(&reading.data)) {
      scan_ = *scan;
      scan_tick_ = reading.tick;
    }
  } else if (reading.sensor == kit_.position) {
    if (const auto* ins = std::get_if<InsReading>(&reading.data))
      reckoning_ = {ins->position.head<2>(), ins->attitude.yaw, ins->attitude};
    if (const auto* odometry = std::get_if<OdometryReading>(&reading.data)) {
      reckoning_.position = {odometry->x, odometry->y};
      reckoning_.heading = odometry->theta;
    }
    reckoning_tick_ = reading.tick;
  } else if (reading.sensor == kit_.attitude) {
    if (const auto* imu = std::get_if<ImuReading>(&reading.data))
      reckoning_.attitude = imu->attitude;
  }
}

// A scan and a reckoning of the same moment, or after a long wait of about the same moment.
bool Explore::has_news() const {
  if (scan_tick_ <= used_tick_ || reckoning_tick_ < 0) return false;
  const Tick apart = std::abs(scan_tick_ - reckoning_tick_);
  return apart <= kSameMoment || scan_tick_ - used_tick_ > kLongWait;
}

std::vector<Command> Explore::decide(const PilotContext& now) {
  for (const Reading& reading : now.readings)
    if (reading.robot == kit_.robot) take(reading);
  if (!has_news()) return {};
  used_tick_ = scan_tick_;
  if (!tracker_) {
    const double inner = std::min(kit_.measures.size.x(), kit_.measures.size.y()) / 2;
    tracker_.emplace(kit_.base_from_scanner, inner, reckoning_, settings_.tracker);
    coverage_.emplace(tracker_->grid());
  }
  const bool is_in_door = mood_ == Mood::Pushing && door_gives_way_;
  tracker_->update(scan_, reckoning_,
                   is_in_door ? Tracker::Trust::Instruments : Tracker::Trust::Walls);
  note_trail();
  const Wish wish = think(now.state.tick);
  progress_.note(now.state.tick, tracker_->pose(), wish);
  last_wish_ = wish;
  return {{kit_.robot, side_speeds(wish.speed, wish.turn_rate, kit_.measures, kit_.spec)}};
}

void Explore::note_trail() {
  constexpr double kStep = 0.05;  // m
  const Vec2& place = tracker_->pose().position;
  coverage_->visit(tracker_->grid(), place, settings_.cover_reach);
  if (trail_.empty() || (place - trail_.back()).norm() > kStep) trail_.push_back(place);
}

bool Explore::is_tilted() const {
  const auto& [roll, pitch, yaw] = reckoning_.attitude;
  return std::cos(roll) * std::cos(pitch) < std::cos(settings_.steepest);
}

Wish Explore::think(Tick tick) {
  const bool is_escaping = mood_ == Mood::Escaping && tick < mood_until_;
  if (progress_.is_stuck() || (is_tilted() && !is_escaping)) return escape(tick);
  if (is_escaping) return last_wish_;
  if (mood_ == Mood::Escaping) begin(Mood::Going, tick);
  return wish_for_mood(tick);
}

Wish Explore::wish_for_mood(Tick tick) {
  switch (mood_) {
    case Mood::LookingAround:
      return look_around(tick);
    case Mood::GoingToPush:
      return go_to_push(tick);
    case Mood::Pushing:
      return push(tick);
    case Mood::Resting:
      if (tick < mood_until_) return {};
      begin(Mood::Going, tick);
      break;
    case Mood::Going:
    case Mood::Escaping:
      break;
  }
  return go(tick);
}

void Explore::begin(Mood mood, Tick until) {
  mood_ = mood;
  mood_until_ = until;
  planned_ = -1;
  progress_.forget();
}

Routes Explore::routes_from_here() const {
  std::vector<Blockage> blockages;
  blockages.reserve(felt_.size());
  for (const Felt& felt : felt_) blockages.push_back(felt.blockage);
  return {tracker_->grid(), blockages, tracker_->pose().position,
          route_settings(kit_.measures, settings_)};
}

bool Explore::needs_plan(Tick tick) const {
  constexpr Tick kPlanEvery = tick_at(1.0), kPlanAtMost = tick_at(0.6);
  if (planned_ < 0 || tick - planned_ >= kPlanEvery || !target_) return true;
  if (tick - planned_ < kPlanAtMost) return false;
  return coverage_->is_covered(tracker_->grid(), tracker_->grid().cell_of(*target_));
}

void Explore::plan(Tick tick) {
  planned_ = tick;
  std::erase_if(felt_, [&](const Felt& felt) { return felt.until < tick; });
  const FlatPose& pose = tracker_->pose();
  const Grid& grid = tracker_->grid();
  const Routes routes = routes_from_here();
  const auto cell = nearest_uncovered(grid, *coverage_, routes, pose.position, pose.yaw);
  target_.reset();
  way_.clear();
  if (!cell) return;
  target_ = grid.center_of(*cell);
  way_ = routes.way_to(*cell);
}

Wish Explore::go(Tick tick) {
  if (needs_plan(tick)) plan(tick);
  if (target_) return steering_.follow(way_, tracker_->pose());
  begin(Mood::LookingAround, tick);
  looked_ = 0.0;
  yaw_before_ = tracker_->pose().yaw;
  return {};
}

// Nothing left to go to: a full turn may show more.
Wish Explore::look_around(Tick tick) {
  const double yaw = tracker_->pose().yaw;
  looked_ += wrap_angle(yaw - yaw_before_);
  yaw_before_ = yaw;
  if (needs_plan(tick)) plan(tick);
  if (target_) {
    begin(Mood::Going, tick);
  } else if (std::abs(looked_) > 2.0 * kPi) {
    run_out_of_targets(tick);
  } else {
    return {0.0, kLookRate};
  }
  return {};
}

// First it tries again what it gave up, then doors, then both once more; in the end it rests.
void Explore::run_out_of_targets(Tick tick) {
  constexpr int kMostFreshStarts = 2;
  constexpr Tick kRest = tick_at(10.0);
  if (fresh_starts_ > 0) {
    const Routes routes = routes_from_here();
    door_ = best_door_guess(tracker_->grid(), routes, kit_.measures.bounds.high.x(), tried_doors_);
    if (door_) {
      tried_doors_.push_back(door_->leaf());
      way_ = routes.way_to(tracker_->grid().cell_of(door_->from));
      return begin(Mood::GoingToPush, tick + tick_at(60.0));
    }
  }
  if (fresh_starts_ == kMostFreshStarts) return begin(Mood::Resting, tick + kRest);
  ++fresh_starts_;
  felt_.clear();
  tried_doors_.clear();
  coverage_->try_again();
  begin(Mood::Going, tick);
}

Wish Explore::go_to_push(Tick tick) {
  constexpr double kThere = 0.10, kAligned = 0.05;  // m, rad
  const FlatPose& pose = tracker_->pose();
  if (tick > mood_until_) begin(Mood::Going, tick);
  if ((pose.position - door_->from).norm() > kThere && !way_.empty())
    return steering_.follow(way_, pose);
  way_.clear();
  const double turn = wrap_angle(door_->yaw - pose.yaw);
  if (std::abs(turn) > kAligned) return {0.0, std::clamp(2.0 * turn, -0.6, 0.6)};
  begin(Mood::Pushing, tick + tick_at(12.0));
  door_gives_way_ = false;
  return {};
}

// A leaf that swings turns out of the square; a wall does not.
void Explore::watch_the_leaf() {
  constexpr double kSwung = radians(22.0), kAskew = radians(10.0);
  const auto slant = slant_ahead(tracker_->last_scan(), kit_.measures.bounds.high.x());
  const double off = wrap_angle(tracker_->pose().yaw - door_->yaw);
  // Askew, it would see the corner beside the wall.
  if (slant && std::abs(off) < kAskew && std::abs(*slant - off) > kSwung) door_gives_way_ = true;
}

void Explore::end_push() {
  constexpr double kWayInDoor = 1.0;  // m, that it may have gone without looking at walls
  if (door_gives_way_) tracker_->look_for_itself(kWayInDoor);
  door_gives_way_ = false;
}

// Straight on until it is through; a wall makes it stuck, and that ends it.
Wish Explore::push(Tick tick) {
  constexpr double kThrough = 0.6, kPushSpeed = 0.3;  // m behind the leaf, m/s
  const FlatPose& pose = tracker_->pose();
  watch_the_leaf();
  if ((pose.position - door_->from).norm() > door_->distance + kThrough || tick > mood_until_) {
    end_push();
    begin(Mood::Going, tick);
    return {};
  }
  return {kPushSpeed, 3.0 * wrap_angle(door_->yaw - pose.yaw)};
}

void Explore::feel_something_ahead(Tick tick) {
  constexpr double kRadius = 0.08, kAhead = 0.06;  // m
  constexpr double kMemory = 90.0;                 // s
  const Vec2 nose(kit_.measures.bounds.high.x() + kAhead, 0.0);
  felt_.push_back({{tracker_->pose() * nose, kRadius}, tick + tick_at(kMemory)});
}

bool Explore::has_more_room_ahead() const {
  const FlatPose& pose = tracker_->pose();
  const Vec2 nose = pose * Vec2(kit_.measures.bounds.high.x(), 0.0);
  const Vec2 tail = pose * Vec2(kit_.measures.bounds.low.x(), 0.0);
  return free_way(tracker_->grid(), nose, pose.yaw) >
         free_way(tracker_->grid(), tail, pose.yaw + kPi);
}

// Back from where it hangs; now and then at random, and now and then to another target.
Wish Explore::escape(Tick tick) {
  constexpr int kGiveUpAfter = 4, kTossAfter = 3;  // troubles
  const bool was_ahead = last_wish_.speed > 0.0;
  if (mood_ == Mood::Pushing) {
    end_push();
  } else if (was_ahead) {
    feel_something_ahead(tick);
  }
  double direction = was_ahead ? -1.0 : 1.0;
  if (last_wish_.speed == 0.0) direction = has_more_room_ahead() ? 1.0 : -1.0;
  ++troubles_;
  if (troubles_ % kTossAfter == 0) direction = random_.chance(0.5) ? 1.0 : -1.0;
  if (target_ && troubles_ % kGiveUpAfter == 0) coverage_->give_up(tracker_->grid(), *target_, 0.3);
  begin(Mood::Escaping, tick + tick_at(random_.uniform(1.0, 1.6)));
  return {direction * kEscapeSpeed, random_.uniform(-0.4, 0.4)};
}

}  // namespace rubble::pilots
