// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "rubble/base/tick.h"
#include "rubble/server/time_profile.h"

namespace rubble::server {

// A port number: 0 = let the system choose, nothing = do not open.
using OptionalPort = std::optional<int>;

struct HostCounts {
  Tick ticks = 0;
  std::int64_t clients = 0;  // robots' port, total
  std::int64_t lines_in = 0;
  std::int64_t bytes_out = 0;
  std::int64_t sensor_messages_dropped = 0;
  std::int64_t lines_too_long = 0;
  std::int64_t refused = 0;
  std::int64_t frames = 0;
  double real_time_factor = 0.0;
  double page_seconds = 0.0;  // CPU s for pages on the simulation thread, if measured
};

// What serves one port of a live run. All functions are called by the thread that owns the
// simulation and must not block; sockets live on the network thread.
class Service {
 public:
  virtual ~Service() = default;

  // Actual number of its port.
  virtual OptionalPort port() const { return std::nullopt; }
  // What the time spent in it counts as.
  virtual Work work() const { return Work::Clients; }
  // Handles input that has arrived. is_late: the run is behind its schedule, so that a service
  // should handle only a little now and keep the rest.
  virtual void receive(bool /*is_late*/) {}
  virtual void before_tick() {}
  // Sends the output of the tick.
  virtual void after_tick() { idle(); }
  // Called regularly between ticks, also while the run is paused.
  virtual void idle() {}
  // Waits for input, at most this long, s. False: it cannot wait.
  virtual bool wait_for_input(double /*seconds*/) { return false; }
  virtual void add_counts(HostCounts& /*counts*/) const {}
};

}  // namespace rubble::server
