// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <span>

#include "rubble/base/tick.h"
#include "rubble/pilots/explore/scan_matcher.h"

namespace rubble::pilots {

// Commanded velocity of the robot, as in geometry_msgs/Twist.
struct VelocityCommand {
  double speed = 0.0;      // m/s, ahead
  double turn_rate = 0.0;  // rad/s, to the left
  void serialize(auto& archive) { archive(speed, turn_rate); }
};

struct PathFollowerSettings {
  double speed = 0.5;       // m/s
  double turn_rate = 0.9;   // rad/s
  double look_ahead = 0.4;  // m along the path
};

// Pure pursuit (Coulter 1992) with turns in place at sharp bends.
class PathFollower {
 public:
  explicit PathFollower(const PathFollowerSettings& settings) : settings_(settings) {}
  VelocityCommand follow(std::span<const Vec2> path, const FlatPose& pose);
  void serialize(auto& archive) { archive(is_turning_); }

 private:
  PathFollowerSettings settings_;
  bool is_turning_ = false;
};

// Detects that the robot moves much less than commanded, over a sliding window.
class StuckDetector {
 public:
  void update(Tick tick, const FlatPose& pose, const VelocityCommand& command);
  bool is_stuck() const;
  void reset() { samples_.clear(); }

  void serialize(auto& archive) {
    std::vector<Sample> samples(samples_.begin(), samples_.end());
    archive(samples);
    samples_.assign(samples.begin(), samples.end());
  }

 private:
  struct Sample {
    Tick tick = 0;
    FlatPose pose;
    VelocityCommand command;
    void serialize(auto& archive) { archive(tick, pose, command); }
  };
  std::deque<Sample> samples_;
};

}  // namespace rubble::pilots
