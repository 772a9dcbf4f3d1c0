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
#include "rubble/server/page_server.h"
#include "rubble/server/radio_service.h"
#include "rubble/server/real_time_pacer.h"
#include "rubble/server/stage.h"
#include "rubble/sim/simulation.h"

namespace rubble::server {

// A port's number: 0 = a free one, nothing = it is not opened.
using OptionalPort = std::optional<int>;

struct HostPorts {
  OptionalPort usarsim = 3000;
  OptionalPort image = 5003;
  OptionalPort com = 7435;
  OptionalPort truth = 3989;
  OptionalPort radio = std::nullopt;
  OptionalPort web = std::nullopt;
};

// The page: what it is and what it may do.
struct PageSettings {
  std::string folder;   // of its files
  std::string token;    // what it must bring; empty: nothing
  std::string program;  // "rubble 0.1.0"
  bool is_demo = false;
  std::vector<std::string> classes;              // of robots that may enter
  std::string recordings_folder = "recordings";  // that pages make and open
  // Makes a file for a recording of this run.
  std::function<Result<std::unique_ptr<recording::Recorder>>(const std::string& path)>
      open_recorder;
};

struct HostSettings {
  std::string host = "127.0.0.1";
  HostPorts ports;
  Pace pace;
  int wait_for = 1;       // in lockstep: the world begins once so many robots are there
  double duration = 0.0;  // simulated s; 0 = until it is told to stop
  StageSettings stage;
  int image_type = 1;               // of ImageServerSettings
  bool pushes_first_frame = false;  // of the image server
  bool measures_delays = false;     // of the robots' port, from the end of the tick
  bool measures_page = false;       // what the page costs the simulation's thread
  PageSettings page;
  RadioServiceSettings radio;           // host and port are those above
  std::vector<Command> first_commands;  // that were carried out before it
};

struct HostCounts {
  Tick ticks = 0;
  std::int64_t clients = 0;  // of the robots' port, all that came
  std::int64_t lines_in = 0;
  std::int64_t bytes_out = 0;
  std::int64_t sensor_messages_dropped = 0;
  std::int64_t lines_too_long = 0;
  std::int64_t refused = 0;
  std::int64_t frames = 0;
  double real_time_factor = 0.0;
  double page_seconds = 0.0;  // CPU time for pages on the simulation's thread, if it is measured
};

// A world on its ports: drains what clients say, advances the world at its pace, lets them hear.
class Host {
 public:
  // Which port it could not have is named by its word in HostPorts: the error's file.
  static Result<std::unique_ptr<Host>> open(sim::Simulation& simulation,
                                            const HostSettings& settings);
  ~Host();

  // The numbers of those that are open.
  HostPorts ports() const;
  // Until the time is over or somebody wants it to stop.
  void run(const std::atomic<bool>& wants_stop);
  // Before it runs: everything is kept from the beginning. The file is closed by end_recording().
  Result<void> record(std::unique_ptr<recording::Recorder> recorder, const std::string& name);
  Result<void> end_recording() { return stage_.end_recording(); }
  HostCounts counts() const;
  // The robots' port.
  net::LineServer& usarsim() { return *usarsim_; }

 private:
  struct ClientRecord {
    std::string peer;
    std::int64_t lines_in = 0;
  };

  Host(sim::Simulation& simulation, const HostSettings& settings);

  StageSettings stage_settings();
  Result<void> open_radio();
  Result<void> open_web();
  PageServerSettings page_server_settings();
  std::vector<page::ClientStatusEntry> client_lines() const;
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
  bool all_clients_are_ready() const;
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
  Stage stage_;
  RealTimePacer pacer_;
  TimeProfile time_profile_;
  std::unique_ptr<PageServer> page_server_;
  std::map<net::ConnectionId, ClientRecord> client_records_;
  Tick first_tick_;
  std::int64_t clients_ = 0;
  double page_seconds_ = 0.0;
  double waiting_since_ = 0.0;  // in lockstep; the clock on the wall
  double last_logged_ = 0.0;
  double skipped_when_logged_ = 0.0;
};

}  // namespace rubble::server
