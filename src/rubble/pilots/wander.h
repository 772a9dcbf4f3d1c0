// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "rubble/pilots/pilot.h"

namespace rubble::pilots {

struct WanderSettings {
  double speed = 0.5;          // m/s
  double turn_rate = 1.0;      // rad/s, of the body
  double look_ahead = 1.0;     // m, range at which it turns away
  double stuck_timeout = 3.0;  // s without progress before it backs off
};

// Reactive driver without a map: drives ahead, turns to the side with more free distance at an
// obstacle, and backs off when it is stuck or climbs an obstacle. Used by benchmarks.
class Wander : public Pilot {
 public:
  Wander(const State& state, InstanceId robot, const robots::Measures& measures, std::uint64_t seed,
         const WanderSettings& settings = {});

  std::vector<Command> decide(const PilotContext& now) override;
  void serialize(Archive& archive) override;
  InstanceId robot() const { return instance_; }

 private:
  enum class Behavior { Ahead, Turning, BackingOff };

  double free_distance(const PilotContext& now, double bearing) const;
  bool is_climbing(const PilotContext& now) const;
  void update_progress(const PilotContext& now);
  void choose_behavior(const PilotContext& now);
  void back_off(Tick tick);
  double climb_rate(const PilotContext& now) const;
  CommandData order_for_behavior(double climb) const;
  double freer_side(const PilotContext& now);
  CommandData drive(double speed, double turn_rate, double climb) const;

  WanderSettings settings_;
  InstanceId instance_;
  std::string name_;
  RobotSpec spec_;
  robots::Measures measures_;
  Random random_;
  Behavior behavior_ = Behavior::Ahead;
  double turn_side_ = 1.0;
  Tick behavior_until_ = 0;
  Tick last_progress_ = 0;
  Vec3 progress_place_ = Vec3::Zero();
  double progress_yaw_ = 0.0;
};

}  // namespace rubble::pilots
