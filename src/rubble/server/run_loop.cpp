// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/run_loop.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "rubble/base/assert.h"
#include "rubble/base/log.h"

namespace rubble::server {
namespace {

constexpr double kSecondsBetweenReports = 10.0;

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

void sleep_for(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

}  // namespace

RunLoop::RunLoop(LiveRun& live, RealTimePacer& pacer, TimeProfile& time_profile,
                 const Services& services, const RunLoopSettings& settings)
    : live_(live),
      pacer_(pacer),
      time_profile_(time_profile),
      services_(services),
      settings_(settings),
      first_tick_(live.simulation().state().tick) {
  RUBBLE_ASSERT(settings.ticks_per_round > 0);
}

void RunLoop::run(const std::atomic<bool>& wants_stop) {
  pacer_.set_pace(settings_.pace, wall_seconds());
  last_logged_ = waiting_since_ = wall_seconds();
  if (settings_.pace.kind == Pace::Kind::Lockstep)
    run_in_lockstep(wants_stop);
  else
    run_at_rate(wants_stop);
}

bool RunLoop::is_over() const {
  return settings_.duration > 0.0 && ticks() >= tick_at(settings_.duration);
}

void RunLoop::receive() {
  for (const auto& service : services_) {
    service->receive(pacer_.is_late(wall_seconds()));
    record_time(service->work());
  }
}

void RunLoop::idle() {
  for (const auto& service : services_) {
    service->idle();
    record_time(service->work());
  }
}

void RunLoop::tick() {
  for (const auto& service : services_) service->before_tick();
  live_.step();
  record_time(Work::Clients);
  pacer_.on_tick(wall_seconds());
  for (const auto& service : services_) {
    service->after_tick();
    record_time(service->work());
  }
}

// --- fixed rate ------------------------------------------------------------------------------

void RunLoop::run_at_rate(const std::atomic<bool>& wants_stop) {
  while (!is_over()) {
    wait_for_tick(wants_stop);
    if (wants_stop) return;
    receive();
    if (pacer_.seconds_left(wall_seconds()) > 0.0) continue;  // a page has paused the run
    tick();
    log_if_late();
  }
}

// Sleeps in short intervals, so that queries are answered even when ticks are far apart.
void RunLoop::wait_for_tick(const std::atomic<bool>& wants_stop) {
  constexpr double kMaxSleep = 0.01;  // s
  for (;;) {
    const double left = pacer_.seconds_left(wall_seconds());
    if (left <= 0.0 || wants_stop) return;
    sleep_for(std::min(left, kMaxSleep));
    record_time(Work::Idle);
    if (left <= kMaxSleep) return;
    receive();
    idle();
  }
}

void RunLoop::log_if_late() {
  const double now = wall_seconds();
  if (now < last_logged_ + kSecondsBetweenReports) return;
  const double skipped = pacer_.skipped_seconds() - skipped_when_logged_;
  if (skipped > 0.1)
    log_warning(
        "the machine is too slow for this rate: skipped {:.1f} s in the last {:.0f} s, real-time "
        "factor {:.2f}",
        skipped, now - last_logged_, pacer_.real_time_factor());
  skipped_when_logged_ = pacer_.skipped_seconds();
  last_logged_ = now;
}

// --- lockstep --------------------------------------------------------------------------------

// No input is read within a step (one status period), so that a run does not depend on the arrival
// time of commands within a step.
void RunLoop::run_in_lockstep(const std::atomic<bool>& wants_stop) {
  while (!is_over() && !wants_stop) {
    receive();
    idle();
    if (!live_.is_ready_for_round(settings_.wait_for)) {
      wait_for_clients();
      continue;
    }
    live_.clients().lockstep().begin_round();
    do {
      tick();
    } while (live_.simulation().state().tick % settings_.ticks_per_round != 0 && !is_over() &&
             !wants_stop);
    waiting_since_ = last_logged_ = wall_seconds();
  }
}

void RunLoop::wait_for_clients() {
  constexpr double kMaxSleep = 0.005;  // s
  log_pending_robots();
  const bool has_waited = std::any_of(services_.begin(), services_.end(), [](const auto& service) {
    return service->wait_for_input(kMaxSleep);
  });
  if (!has_waited) sleep_for(kMaxSleep);
  record_time(Work::Idle);
}

void RunLoop::log_pending_robots() {
  const double now = wall_seconds();
  if (now < last_logged_ + kSecondsBetweenReports) return;
  last_logged_ = now;
  const std::vector<std::string> pending = live_.pending_robots();
  log_info("lockstep: waiting for {:.0f} s for {}", now - waiting_since_,
           pending.empty() ? "a robot to spawn" : joined(pending));
}

}  // namespace rubble::server
