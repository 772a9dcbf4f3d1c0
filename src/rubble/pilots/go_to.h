// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/messages/command.h"
#include "rubble/pilots/joystick.h"
#include "rubble/robots/measures.h"
#include "rubble/world/state.h"

namespace rubble::pilots {

// Drives a robot straight to a point on the ground, by its true pose and without obstacle
// avoidance. Skid-steered robots turn in place first, cars drive an arc and reverse if the target
// is inside it, flying robots keep their height. The owner calls decide() before every tick.
class GoTo {
 public:
  enum class Progress { Turning, Going, Arrived, Stuck };

  GoTo(const State& state, InstanceId robot, const Vec2& target);

  // Usually empty. On arrival, or when stuck, it stops the robot once and then returns nothing. A
  // robot that was removed counts as stuck.
  std::vector<Command> decide(const State& state);

  Progress progress() const { return progress_; }
  bool is_over() const { return progress_ == Progress::Arrived || progress_ == Progress::Stuck; }
  InstanceId robot() const { return instance_; }
  const Vec2& target() const { return target_; }

 private:
  // Where the target is, seen from the robot.
  struct View {
    double distance = 0.0;  // m
    double bearing = 0.0;   // rad, left positive
    double height = 0.0;    // m, of the robot
  };
  View look(const State& state) const;
  void update_progress(const State& state, const View& view);
  void record_success(Tick tick) { last_success_ = tick; }
  bool is_stuck(Tick tick) const;
  CommandData steer(const View& view);
  CommandData steer_sides(const View& view);
  CommandData steer_car(const View& view) const;
  CommandData fly(const View& view) const;
  CommandData stop() const;

  InstanceId instance_;
  Vec2 target_;
  std::shared_ptr<const Model> model_;
  std::string name_;
  robots::Measures measures_;
  TopSpeeds top_;
  double curvature_ = 0.0;  // 1/m, the tightest of a car
  double height_ = 0.0;     // m, that a flying robot keeps
  Progress progress_ = Progress::Going;
  Tick last_success_ = 0;
  double best_distance_ = 0.0;  // m
  double best_bearing_ = 0.0;   // rad, of the present turn on the spot
  int rotation_count_ = 0;      // on the spot
  Vec2 last_place_ = Vec2::Zero();
  double remaining_distance_ = 0.0;  // m, distance it may still drive before it gives up
};

}  // namespace rubble::pilots
