// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <span>

#include "rubble/base/tick.h"
#include "rubble/pilots/explore_match.h"

namespace rubble::pilots {

// What a body should do.
struct Wish {
  double speed = 0.0;      // m/s, ahead
  double turn_rate = 0.0;  // rad/s, to the left
};

struct SteerSettings {
  double speed = 0.5;       // m/s
  double turn_rate = 0.9;   // rad/s
  double look_ahead = 0.4;  // m along the way
};

// Follows a way: turns on the spot where it bends sharply, else goes towards a point a little
// ahead.
class Steering {
 public:
  explicit Steering(const SteerSettings& settings) : settings_(settings) {}
  Wish follow(std::span<const Vec2> way, const FlatPose& pose);

 private:
  SteerSettings settings_;
  bool is_turning_ = false;
};

// Notices when a robot does not move as it was told.
class Progress {
 public:
  void note(Tick tick, const FlatPose& pose, const Wish& wish);
  bool is_stuck() const;
  void forget() { past_.clear(); }

 private:
  struct Moment {
    Tick tick;
    FlatPose pose;
    Wish wish;
  };
  std::deque<Moment> past_;
};

}  // namespace rubble::pilots
