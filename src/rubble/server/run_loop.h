// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <span>

#include "rubble/server/live_run.h"
#include "rubble/server/real_time_pacer.h"
#include "rubble/server/service.h"
#include "rubble/server/time_profile.h"

namespace rubble::server {

struct RunLoopSettings {
  Pace pace;
  double duration = 0.0;      // simulated s; 0 = until stopped
  int wait_for = 1;           // lockstep: number of robots required before the first step
  Tick ticks_per_round = 24;  // lockstep
};

// Runs a simulation and its services: reads input, advances the simulation at its pace, sends
// output.
class RunLoop {
 public:
  using Services = std::vector<std::unique_ptr<Service>>;

  // All references must outlive it.
  RunLoop(LiveRun& live, RealTimePacer& pacer, TimeProfile& time_profile, const Services& services,
          const RunLoopSettings& settings);

  // Returns when the duration is over or `wants_stop` becomes true (checked within 10 ms).
  void run(const std::atomic<bool>& wants_stop);
  // Executed so far.
  Tick ticks() const { return live_.simulation().state().tick - first_tick_; }

 private:
  bool is_over() const;
  void record_time(Work work) { time_profile_.record_time(work, wall_seconds()); }
  void receive();
  void idle();
  void tick();
  void run_at_rate(const std::atomic<bool>& wants_stop);
  void wait_for_tick(const std::atomic<bool>& wants_stop);
  void log_if_late();
  void run_in_lockstep(const std::atomic<bool>& wants_stop);
  void wait_for_clients();
  void log_pending_robots();

  LiveRun& live_;
  RealTimePacer& pacer_;
  TimeProfile& time_profile_;
  const Services& services_;
  const RunLoopSettings settings_;
  const Tick first_tick_;
  double waiting_since_ = 0.0;  // lockstep; wall clock, s
  double last_logged_ = 0.0;    // wall clock, s
  double skipped_when_logged_ = 0.0;
};

}  // namespace rubble::server
