// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rubble/net/line_server.h"
#include "rubble/recording/recorder.h"
#include "rubble/server/image_server.h"
#include "rubble/server/live_run.h"
#include "rubble/server/page_server.h"
#include "rubble/server/radio_service.h"
#include "rubble/server/real_time_pacer.h"
#include "rubble/sim/simulation.h"

namespace rubble::server {

// A port number: 0 = let the system choose, nothing = do not open.
using OptionalPort = std::optional<int>;

struct HostPorts {
  OptionalPort usarsim = 3000;
  OptionalPort image = 5003;
  OptionalPort com = 7435;
  OptionalPort truth = 3989;
  OptionalPort radio = std::nullopt;
  OptionalPort web = std::nullopt;
};

// Settings of the web page.
struct PageSettings {
  std::string folder;   // with the page's files
  std::string token;    // required of pages; empty: none
  std::string program;  // "rubble 0.1.0"
  bool is_demo = false;
  std::vector<std::string> classes;              // robot classes that pages may spawn
  std::string recordings_folder = "recordings";  // for recordings made and opened by pages
  // Opens the file for a recording of this run.
  std::function<Result<std::unique_ptr<recording::Recorder>>(const std::string& path)>
      open_recorder;
};

struct HostSettings {
  std::string host = "127.0.0.1";
  HostPorts ports;
  Pace pace;
  int wait_for = 1;       // lockstep: number of robots required before the first step
  double duration = 0.0;  // simulated s; 0 = until stopped
  LiveRunSettings run;
  int image_type = 1;               // see ImageServerSettings::type
  bool pushes_first_frame = false;  // see ImageServerSettings
  bool measures_delays = false;  // measure send delays of the robots' port from the end of the tick
  bool measures_page = false;    // measure the CPU time that pages cost the simulation thread
  PageSettings page;
  RadioServiceSettings radio;           // its host and port are ignored: those above apply
  std::vector<Command> first_commands;  // already executed; part of the command history
};

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

// Runs a simulation on its ports: reads input, advances the simulation at its pace, sends output.
// The thread that calls run() owns the simulation; sockets live on the network thread.
class Host {
 public:
  // If a port cannot be opened, the error's file is its name in HostPorts, such as "usarsim".
  static Result<std::unique_ptr<Host>> open(sim::Simulation& simulation,
                                            const HostSettings& settings);
  ~Host();

  // Actual numbers of the open ports.
  HostPorts ports() const;
  // Returns when the duration is over or `wants_stop` becomes true (checked within 10 ms).
  void run(const std::atomic<bool>& wants_stop);
  // Records the run from its beginning; call before run(). end_recording() closes the file.
  Result<void> record(std::unique_ptr<recording::Recorder> recorder, const std::string& name);
  Result<void> end_recording() { return live_.recording().end(); }
  HostCounts counts() const;
  // The server of the robots' port.
  net::LineServer& usarsim() { return *usarsim_; }

 private:
  struct ClientRecord {
    std::string peer;
    std::int64_t lines_in = 0;
  };

  Host(sim::Simulation& simulation, const HostSettings& settings);

  LiveRunSettings run_settings();
  Result<void> open_radio();
  Result<void> open_web();
  PageServerSettings page_server_settings();
  std::vector<viewer_protocol::ClientStatusEntry> client_lines() const;
  Result<void> begin_recording();
  void record_time(Work work) { time_profile_.record_time(work, wall_seconds()); }
  Result<void> open_ports();
  void receive();
  std::size_t max_lines_per_client() const;
  void receive_page_requests();
  void receive_client_lines(std::size_t max_lines_each);
  void update_radio();
  void update_image_server();
  void publish_tick();
  void publish_status();
  double* page_seconds_sum() { return settings_.measures_page ? &page_seconds_ : nullptr; }
  void tick();
  bool is_over() const;
  void run_at_rate(const std::atomic<bool>& wants_stop);
  void wait_for_tick(const std::atomic<bool>& wants_stop);
  void run_in_lockstep(const std::atomic<bool>& wants_stop);
  void log_pending_clients();
  void log_if_late();

  sim::Simulation& simulation_;
  HostSettings settings_;
  net::Network network_;
  std::unique_ptr<net::LineServer> usarsim_;
  std::unique_ptr<net::LineServer> com_;
  std::unique_ptr<net::LineServer> truth_;
  std::unique_ptr<ImageServer> image_;
  std::unique_ptr<RadioService> radio_;
  std::unique_ptr<WebServer> web_;
  LiveRun live_;
  RealTimePacer pacer_;
  TimeProfile time_profile_;
  std::unique_ptr<PageServer> page_server_;
  std::map<net::ConnectionId, ClientRecord> client_records_;
  Tick first_tick_;
  std::int64_t clients_ = 0;
  double page_seconds_ = 0.0;
  double waiting_since_ = 0.0;  // lockstep; wall clock, s
  double last_logged_ = 0.0;
  double skipped_when_logged_ = 0.0;
};

}  // namespace rubble::server
