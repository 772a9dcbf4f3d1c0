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

std::vector<Command> Explore::decide(const Surroundings& now) {
  for (const Reading& reading : now.readings)
    if (reading.robot == kit_.robot) take(reading);
  if (!has_news()) return {};
  used_tick_ = scan_tick_;
  if (!tracker_) {
    const double inner = std::min(kit_.measures.size.x(), kit_.measures.size.y()) / 2;
    tracker_.emplace(kit_.base_from_scanner, inner, reckoning_, settings_.tracker);
    coverage_.emplace(tracker_->grid());
  }
  tracker_->update(scan_, reckoning_);
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
  const bool is_in_trouble = progress_.is_stuck() || (is_tilted() && mood_ != Mood::Escaping);
  if (is_in_trouble) return escape(tick, last_wish_.speed > 0.0);
  if (mood_ == Mood::Escaping && tick < mood_until_) return last_wish_;
  if (mood_ == Mood::Escaping) {
    mood_ = Mood::Going;
    planned_ = -1;
  }
  return mood_ == Mood::LookingAround ? look_around(tick) : go(tick);
}

bool Explore::needs_plan(Tick tick) const {
  constexpr Tick kPlanEvery = tick_at(1.0), kPlanAtMost = tick_at(0.6);
  if (planned_ < 0 || tick - planned_ >= kPlanEvery || !target_) return true;
  if (tick - planned_ < kPlanAtMost) return false;
  return coverage_->is_covered(tracker_->grid(), tracker_->grid().cell_of(*target_));
}

void Explore::plan(Tick tick) {
  planned_ = tick;
  std::erase_if(felt_, [&](const FeltBlockage& felt) { return felt.until < tick; });
  std::vector<Blockage> blockages;
  for (const FeltBlockage& felt : felt_) blockages.push_back(felt.blockage);
  const FlatPose& pose = tracker_->pose();
  const Grid& grid = tracker_->grid();
  const Routes routes(grid, blockages, pose.position, route_settings(kit_.measures, settings_));
  const auto cell = nearest_uncovered(grid, *coverage_, routes, pose.position, pose.yaw);
  target_.reset();
  way_.clear();
  if (!cell) return;
  target_ = grid.center_of(*cell);
  way_ = routes.way_to(*cell);
}

Wish Explore::go(Tick tick) {
  if (needs_plan(tick)) plan(tick);
  if (!target_) {
    mood_ = Mood::LookingAround;
    looked_ = 0.0;
    looked_yaw_ = tracker_->pose().yaw;
    return {};
  }
  return steering_.follow(way_, tracker_->pose());
}

// Nothing left to go to: a full turn may show more.
Wish Explore::look_around(Tick tick) {
  const double yaw = tracker_->pose().yaw;
  looked_ += wrap_angle(yaw - looked_yaw_);
  looked_yaw_ = yaw;
  if (tick - planned_ >= tick_at(1.0)) plan(tick);
  if (target_) {
    mood_ = Mood::Going;
    return go(tick);
  }
  if (std::abs(looked_) > 2.0 * kPi) return {};
  return {0.0, 0.6};
}

void Explore::block_ahead(Tick tick) {
  constexpr double kRadius = 0.08, kAhead = 0.06;  // m
  constexpr double kMemory = 90.0;                 // s
  const Vec2 nose(kit_.measures.bounds.high.x() + kAhead, 0.0);
  felt_.push_back({{tracker_->pose() * nose, kRadius}, tick + tick_at(kMemory)});
}

// Back from where it hangs; the more often, the longer and the more at random.
Wish Explore::escape(Tick tick, bool is_ahead) {
  if (is_ahead) block_ahead(tick);
  const FlatPose& pose = tracker_->pose();
  const Vec2 nose = pose * Vec2(kit_.measures.bounds.high.x(), 0.0);
  const Vec2 tail = pose * Vec2(kit_.measures.bounds.low.x(), 0.0);
  const bool has_room_ahead =
      free_way(tracker_->grid(), nose, pose.yaw) > free_way(tracker_->grid(), tail, pose.yaw + kPi);
  ++troubles_;
  double direction = is_ahead ? -1.0 : 1.0;
  if (last_wish_.speed == 0.0) direction = has_room_ahead ? 1.0 : -1.0;
  if (troubles_ % 3 == 0) direction = random_.chance(0.5) ? 1.0 : -1.0;
  mood_ = Mood::Escaping;
  mood_until_ = tick + tick_at(random_.uniform(1.0, 1.6));
  progress_.forget();
  if (target_ && troubles_ % 4 == 0) coverage_->give_up(tracker_->grid(), *target_, 0.3);
  return {direction * kEscapeSpeed, random_.uniform(-0.4, 0.4)};
}

}  // namespace rubble::pilots
