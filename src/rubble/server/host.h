// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "rubble/net/line_server.h"
#include "rubble/recording/recorder.h"
#include "rubble/server/host_settings.h"
#include "rubble/server/run_loop.h"
#include "rubble/server/services/service_table.h"
#include "rubble/sim/simulation.h"

namespace rubble::server {

// A simulation on its ports: a live run, its services and the loop that runs them. The thread that
// calls run() owns the simulation; sockets live on the network thread.
class Host {
 public:
  // If a port cannot be opened, the error's file is the name of its service, such as "usarsim".
  static Result<std::unique_ptr<Host>> open(sim::Simulation& simulation,
                                            const HostSettings& settings);
  ~Host();
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  // Actual numbers of the open ports.
  const HostPorts& ports() const { return context_.ports; }
  // Returns when the duration is over or `wants_stop` becomes true (checked within 10 ms).
  void run(const std::atomic<bool>& wants_stop) { loop_.run(wants_stop); }
  // Records the run from its beginning; call before run(). end_recording() closes the file.
  Result<void> record(std::unique_ptr<recording::Recorder> recorder, const std::string& name);
  Result<void> end_recording() { return live_.recording().end(); }
  HostCounts counts() const;
  // The server of the robots' port.
  net::LineServer& usarsim();

 private:
  Host(sim::Simulation& simulation, const HostSettings& settings);

  LiveRunSettings run_settings();
  Result<void> open_services();

  const HostSettings settings_;
  net::Network network_;
  LiveRun live_;
  RealTimePacer pacer_;
  TimeProfile time_profile_;
  ServiceContext context_;
  RunLoop::Services services_;  // in the order of service_kinds()
  RunLoop loop_;
};

}  // namespace rubble::server
