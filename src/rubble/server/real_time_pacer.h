// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/base/result.h"
#include "rubble/base/tick.h"

namespace rubble::server {

// Pace of simulated time: a fixed real-time factor, as fast as possible, or in lockstep with
// clients.
struct Pace {
  enum class Kind { Steady, Max, Lockstep } kind = Kind::Steady;
  double rate = 1.0;
};

// "2.5", "max" or "lockstep".
Result<Pace> parse_pace(const std::string& text);

// Monotonic wall clock, s.
double wall_seconds();

// Schedules ticks in real time. If the machine is too slow, up to 0.25 s of delay is caught up; the
// rest is skipped. While paused, only requested steps are due. All arguments `now` are
// wall_seconds().
class RealTimePacer {
 public:
  // The first tick is due at `now`.
  RealTimePacer(const Pace& pace, double now);

  const Pace& pace() const { return pace_; }
  void set_pace(const Pace& pace, double now);
  bool is_paused() const { return is_paused_; }
  // Paused, and no requested step is left.
  bool is_stopped() const { return is_paused_ && steps_left_ == 0; }
  void pause() { is_paused_ = true; }
  void resume(double now);
  // While paused: makes `ticks` ticks due at once.
  void step(Tick ticks) { steps_left_ += ticks; }

  // Wall seconds until the next tick is due; <= 0: now; infinity: paused.
  double seconds_left(double now) const;
  // More than two ticks behind schedule; only for a fixed rate.
  bool is_late(double now) const;
  // To be called after each tick.
  void on_tick(double now);

  // Simulated seconds per wall second, over the last second or two.
  double real_time_factor() const { return is_paused_ ? 0.0 : factor_; }
  // Total wall seconds of delay that were not caught up.
  double skipped_seconds() const { return skipped_seconds_; }

 private:
  void measure(double now);

  Pace pace_;
  double due_;  // wall clock, s, of the next tick
  bool is_paused_ = false;
  Tick steps_left_ = 0;
  double skipped_seconds_ = 0.0;
  double factor_ = 0.0;
  double measured_at_;
  Tick ticks_since_ = 0;
};

}  // namespace rubble::server
