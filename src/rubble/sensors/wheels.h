// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rubble/world/state.h"

namespace rubble::sensors {

// Access to the driven wheels or sprockets of a robot, forward positive.
class Wheels {
 public:
  // nullopt if the model has none.
  static std::optional<Wheels> of(const Model& model, InstanceId instance);

  // Mean over the wheels of a side, which a belt or chain couples.
  double angle(const State& state, Side side) const;  // rad
  double speed(const State& state, Side side) const;  // rad/s
  // Whether no wheel rotates.
  bool are_still(const State& state) const;

  // Each wheel separately, for tachometers.
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

// Encoder disc: follows its wheel with backlash and counts whole ticks.
class EncoderDisc {
 public:
  struct Settings {
    double resolution = 0.01745;     // rad per tick, as in USARSim
    double backlash = radians(0.5);  // rad, total play
  };
  EncoderDisc(const Settings& settings, double wheel_angle);
  void update(double wheel_angle);
  void count_from_here() { start_ = disc_; }
  std::int64_t ticks() const;  // since the start or the last count_from_here()
  double angle() const;        // rad, ticks times resolution
  void serialize(auto& archive) { archive(start_, disc_); }

 private:
  Settings settings_;
  double start_;
  double disc_;
};

}  // namespace rubble::sensors
