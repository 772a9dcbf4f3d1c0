// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rubble/base/random.h"
#include "rubble/pilots/explore/path_follower.h"
#include "rubble/pilots/explore/route.h"
#include "rubble/pilots/pilot.h"

namespace rubble::pilots {

struct TeleoperatorSettings {
  double min_speed = 0.27;       // m/s; each leg gets a random speed
  double max_speed = 0.40;       // m/s
  double turn_rate = 0.8;        // rad/s
  double acceleration = 0.6;     // m/s^2
  double margin = 0.04;          // m beside the body
  double goal_tolerance = 0.20;  // m
  double pause = 2.0;            // s before the start and after the return
};

// Simulates an operator with ground truth: drives from stop to stop by the true pose and a true
// map, along the centre of corridors. Reverses where there is no room to turn, and backs off when
// the robot is stuck or climbs an obstacle.
class Teleoperator : public Pilot {
 public:
  Teleoperator(const State& state, InstanceId robot, const robots::Measures& measures, Grid map,
               std::vector<Vec2> stops, std::uint64_t seed,
               const TeleoperatorSettings& settings = {});

  std::vector<Command> decide(const PilotContext& now) override;

  bool is_done() const { return next_ == stops_.size() && pause_until_ && has_paused_; }
  double progress() const;                          // 0..1, of the stops
  int stuck_count() const { return stuck_count_; }  // how often it was stuck
  int stops_missed() const { return missed_; }      // unreachable stops
  double max_tilt() const { return max_tilt_; }     // rad, largest tilt so far

 private:
  FlatPose pose(const State& state) const;
  VelocityCommand next_velocity(Tick tick, const FlatPose& pose);
  VelocityCommand follow_path(const FlatPose& pose);
  VelocityCommand escape(Tick tick, double direction);
  VelocityCommand come_down(Tick tick);
  double room_along(const FlatPose& pose, double direction) const;
  void plan(const FlatPose& pose);
  void adapt_boost(const FlatPose& before, const FlatPose& now);
  void record_tilt(const State& state);
  Command drive_command_for(const VelocityCommand& command);

  InstanceId instance_;
  std::string name_;
  RobotSpec spec_;
  robots::Measures measures_;
  Grid grid_;
  std::vector<Vec2> stops_;
  TeleoperatorSettings settings_;
  Random random_;
  PathFollower path_follower_;
  StuckDetector stuck_detector_;
  std::size_t next_ = 0;
  std::vector<Vec2> path_;
  bool is_backing_ = false;
  double leg_speed_ = 0.0;
  VelocityCommand smooth_;
  double speed_boost_ = 1.0;
  double turn_boost_ = 1.0;
  std::optional<FlatPose> last_pose_;
  VelocityCommand escape_;
  Tick escape_until_ = -1;
  std::optional<Tick> pause_until_;
  bool has_paused_ = false;
  int stuck_count_ = 0;
  int missed_ = 0;
  double tilt_ = 0.0;   // rad
  double pitch_ = 0.0;  // rad, nose down positive
  double max_tilt_ = 0.0;
};

}  // namespace rubble::pilots
