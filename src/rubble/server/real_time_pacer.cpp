// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/real_time_pacer.h"

#include <chrono>
#include <limits>

#include "rubble/base/text.h"

namespace rubble::server {

Result<Pace> parse_pace(const std::string& text) {
  constexpr double kSlowest = 1e-3;
  constexpr double kFastest = 1e6;
  if (text == "max") return Pace{Pace::Kind::Max};
  if (text == "lockstep") return Pace{Pace::Kind::Lockstep};
  const auto rate = parse_number(text);
  if (!rate || !(*rate >= kSlowest && *rate <= kFastest))
    return Error{{},
                 "wants a number from 0.001 to 1000000, 'max' or 'lockstep', got '" + text + "'"};
  return Pace{Pace::Kind::Steady, *rate};
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

RealTimePacer::RealTimePacer(const Pace& pace, double now)
    : pace_(pace), due_(now), measured_at_(now) {}

void RealTimePacer::set_pace(const Pace& pace, double now) {
  pace_ = pace;
  due_ = now;
}

void RealTimePacer::resume(double now) {
  is_paused_ = false;
  steps_left_ = 0;
  due_ = measured_at_ = now;
  ticks_since_ = 0;
}

double RealTimePacer::seconds_left(double now) const {
  if (is_paused_) return steps_left_ > 0 ? 0.0 : std::numeric_limits<double>::infinity();
  return pace_.kind == Pace::Kind::Steady ? due_ - now : 0.0;
}

bool RealTimePacer::is_late(double now) const {
  return seconds_left(now) < -2.0 * kTickSeconds / pace_.rate;
}

void RealTimePacer::on_tick(double now) {
  constexpr double kMaxCatchUp = 0.25;  // s
  if (is_paused_) {
    if (steps_left_ > 0) --steps_left_;
    return;
  }
  due_ += kTickSeconds / pace_.rate;
  if (due_ < now - kMaxCatchUp) {
    if (pace_.kind == Pace::Kind::Steady) skipped_seconds_ += now - kMaxCatchUp - due_;
    due_ = now - kMaxCatchUp;
  }
  ++ticks_since_;
  measure(now);
}

void RealTimePacer::measure(double now) {
  const double passed = now - measured_at_;
  if (passed < 1.0) return;
  factor_ = seconds_at(ticks_since_) / passed;
  measured_at_ = now;
  ticks_since_ = 0;
}

}  // namespace rubble::server
