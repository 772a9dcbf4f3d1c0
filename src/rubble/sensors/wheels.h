// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rubble/world/state.h"

namespace rubble::sensors {

// The driven wheels or sprockets of a robot, forward positive.
class Wheels {
 public:
  // Nothing if the model has none.
  static std::optional<Wheels> of(const Model& model, InstanceId instance);

  // Of one side: the mean of its wheels, which a belt or chain holds together.
  double angle(const State& state, Side side) const;  // rad
  double speed(const State& state, Side side) const;  // rad/s
  // No wheel turns.
  bool are_still(const State& state) const;

  // Each one alone, as a tachometer sees them.
  struct Turning {
    std::string name;  // of the joint; left and right for sprockets
    double angle = 0.0;
    double speed = 0.0;
  };
  std::vector<Turning> all(const State& state) const;

 private:
  struct Wheel {
    std::size_t joint = 0;
    Side side = Side::Left;
    double forward = 1.0;
  };
  std::vector<Wheel> wheels_;
  InstanceId instance_;
  bool has_belts_ = false;
};

// The disc of an encoder: hangs behind its wheel by the backlash and counts whole steps.
class EncoderDisc {
 public:
  struct Settings {
    double resolution = 0.01745;     // rad a tick, as USARSim has it
    double backlash = radians(0.5);  // rad between the two ends of the play
  };
  EncoderDisc(const Settings& settings, double wheel_angle);
  void update(double wheel_angle);
  void count_from_here() { start_ = disc_; }
  std::int64_t ticks() const;  // since the beginning, or since it was told to count from there
  double angle() const;        // rad, what the ticks say
  void serialize(auto& archive) { archive(start_, disc_); }

 private:
  Settings settings_;
  double start_;
  double disc_;
};

}  // namespace rubble::sensors
