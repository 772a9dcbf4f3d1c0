// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "rubble/base/result.h"
#include "rubble/base/tick.h"

namespace rubble::server {

// How the world's time goes: so many simulated seconds a second, as fast as possible, or a step at
// a time when everybody has said what to do.
struct Pace {
  enum class Kind { Steady, Max, Lockstep } kind = Kind::Steady;
  double rate = 1.0;
};

// "2.5", "max" or "lockstep".
Result<Pace> parse_pace(const std::string& text);

// The clock on the wall, s.
double wall_seconds();

// When ticks are due. A machine that is too slow makes the world late; up to a quarter of a second
// is caught up, what is beyond is let go. Paused, no tick is due but those that are asked for.
class RealTimePacer {
 public:
  // Ticks begin to be due at now.
  RealTimePacer(const Pace& pace, double now);

  const Pace& pace() const { return pace_; }
  void set_pace(const Pace& pace, double now);
  bool is_paused() const { return is_paused_; }
  // Paused, and no step is left to do.
  bool is_stopped() const { return is_paused_ && steps_left_ == 0; }
  void pause() { is_paused_ = true; }
  void resume(double now);
  // While paused: so many ticks are due at once.
  void step(Tick ticks) { steps_left_ += ticks; }

  // Seconds until the coming tick is due; 0 or less: now; infinity: not before somebody wants it.
  double seconds_left(double now) const;
  // More than two ticks should be done that are not; only where there is a rate to keep.
  bool is_late(double now) const;
  // A tick is done.
  void on_tick(double now);

  // Simulated seconds a second, over the last second or two.
  double real_time_factor() const { return is_paused_ ? 0.0 : factor_; }
  // Seconds that were let go, in all.
  double skipped_seconds() const { return skipped_seconds_; }

 private:
  void measure(double now);

  Pace pace_;
  double due_;  // of the coming tick
  bool is_paused_ = false;
  Tick steps_left_ = 0;
  double skipped_seconds_ = 0.0;
  double factor_ = 0.0;
  double measured_at_;
  Tick ticks_since_ = 0;
};

}  // namespace rubble::server
