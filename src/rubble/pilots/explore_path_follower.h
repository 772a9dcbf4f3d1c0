// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <span>

#include "rubble/base/tick.h"
#include "rubble/pilots/explore_match.h"

namespace rubble::pilots {

// What a body should do.
struct VelocityCommand {
  double speed = 0.0;      // m/s, ahead
  double turn_rate = 0.0;  // rad/s, to the left
};

struct PathFollowerSettings {
  double speed = 0.5;       // m/s
  double turn_rate = 0.9;   // rad/s
  double look_ahead = 0.4;  // m along the way
};

// Follows a way: turns on the spot where it bends sharply, else goes towards a point a little
// ahead.
class PathFollower {
 public:
  explicit PathFollower(const PathFollowerSettings& settings) : settings_(settings) {}
  VelocityCommand follow(std::span<const Vec2> path, const FlatPose& pose);

 private:
  PathFollowerSettings settings_;
  bool is_turning_ = false;
};

// Notices when a robot does not move as it was told.
class StuckDetector {
 public:
  void update(Tick tick, const FlatPose& pose, const VelocityCommand& command);
  bool is_stuck() const;
  void reset() { samples_.clear(); }

 private:
  struct Sample {
    Tick tick;
    FlatPose pose;
    VelocityCommand command;
  };
  std::deque<Sample> samples_;
};

}  // namespace rubble::pilots
