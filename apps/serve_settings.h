// SPDX-License-Identifier: Apache-2.0
// From the options of 'rubble serve' to the settings of its parts.
#pragma once

#include <cstdint>
#include <string>

#include "rubble/base/result.h"
#include "rubble/recording/recorder.h"
#include "rubble/scenario/load_options.h"
#include "rubble/server/host.h"
#include "rubble/world/world.h"

namespace rubble::apps {

struct ServeOptions {
  std::string world;
  scenario::LoadOptions load;
  std::string host = "127.0.0.1";
  std::string port = "3000";  // each: a number, 0 = a free one, off = none
  std::string image_port = "5003";
  std::string com_port = "7435";
  std::string truth_port = "3989";
  std::string radio_port = "50000";
  std::string web_port = "8080";
  std::string radio_preset;   // empty = the world's
  bool radio_shaped = false;  // the wireless server's relays take time as the radio does
  std::string radio_log;
  std::string rate = "1";  // a factor, max or lockstep
  int wait_for = 1;        // in lockstep: robots to begin with
  std::uint64_t seed = 1;
  int threads = 1;
  std::string record;
  std::string dialect = "compat";
  int scan_limit = 0;     // values of a scan; 0 = all
  int time_limit = 0;     // minutes, sent to clients in the greeting
  double duration = 0.0;  // simulated s; 0 = until interrupted
  std::string image_type = "super";
  bool push_first_frame = false;
  std::string tiles = "2x2";
  std::string tile_size = "320x240";
};

// An error names the option and what it wants.
Result<server::HostSettings> host_settings(const ServeOptions& options);

// What a recording of the served run keeps of its start.
recording::RunFacts run_facts(const ServeOptions& options, const World& world);

}  // namespace rubble::apps
