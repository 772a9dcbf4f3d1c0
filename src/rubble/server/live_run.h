// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "rubble/server/command_queue.h"
#include "rubble/server/recording_control.h"
#include "rubble/server/teleop_override.h"
#include "rubble/server/usarsim_service.h"
#include "rubble/sim/simulation.h"

namespace rubble::server {

struct LiveRunSettings {
  usarsim::WireSettings wire;
  int time_limit = 0;       // minutes, for the greeting of clients
  Tick status_period = 24;  // ticks between STA lines
  TileGrid tiles;
  std::function<void()> after_tick;  // called before output of the tick is sent; for measurements
  // Keeps all commands, so that a recording can begin during the run.
  bool keeps_command_history = false;
};

// A running simulation with those who command it and its recording, without sockets.
// Single-threaded. Deterministic: the same lines at the same ticks give the same run and the same
// output.
class LiveRun {
 public:
  // The simulation must outlive it.
  LiveRun(sim::Simulation& simulation, const LiveRunSettings& settings,
          UsarsimService::SendLines send_lines);
  LiveRun(const LiveRun&) = delete;
  LiveRun& operator=(const LiveRun&) = delete;

  // Executes the pending commands, advances the simulation by one tick and sends the output.
  physics::StepReport step();

  const sim::Simulation& simulation() const { return simulation_; }
  UsarsimService& clients() { return clients_; }
  const UsarsimService& clients() const { return clients_; }
  CommandQueue& commands() { return commands_; }
  TeleopOverride& teleop() { return teleop_; }
  RecordingControl& recording() { return recording_; }

  // "page", "go_to", "client", "pilot" or empty.
  std::string driver_of(const std::string& robot) const;
  // Input for the image server.
  CameraSnapshot camera_snapshot() const;
  // --- lockstep ---
  bool is_ready_for_round(int wait_for);
  std::vector<std::string> pending_robots();

 private:
  sim::Simulation& simulation_;
  const Tick status_period_;
  const std::function<void()> after_tick_;
  TeleopOverride teleop_;
  CommandQueue commands_;
  RecordingControl recording_;
  UsarsimService clients_;
};

}  // namespace rubble::server
