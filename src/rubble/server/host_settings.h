// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rubble/recording/recorder.h"
#include "rubble/server/live_run.h"
#include "rubble/server/radio_service.h"
#include "rubble/server/real_time_pacer.h"
#include "rubble/server/service.h"

namespace rubble::server {

// One port of each service; services/service_table.h names them.
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

}  // namespace rubble::server
