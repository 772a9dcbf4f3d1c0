// SPDX-License-Identifier: Apache-2.0
// What each subcommand needs, and the functions that do it. Each returns the exit code: 0 done,
// 1 the run failed, 2 wrong usage, 3 bad input.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rubble/scenario/load_options.h"

namespace rubble::apps {

constexpr int kDone = 0;
constexpr int kRunFailed = 1;
constexpr int kWrongUsage = 2;
constexpr int kBadInput = 3;

using scenario::LoadOptions;

struct RunOptions {
  std::string world;
  std::string from;     // a recording to repeat, instead of a world
  std::string restore;  // a snapshot to go on from, instead of a world
  std::string save;     // the file for a snapshot at the end
  bool is_duration_given = false;
  LoadOptions load;
  std::vector<std::string> robots;   // CLASS or CLASS@START
  std::string drive = "wander";      // wander, explore, none, or a file of timed commands
  std::vector<std::string> sensors;  // presets put on every robot, names of its own, or all
  std::string record;
  std::string readings;
  std::string radio_log;
  std::string plot;
  double duration = 60.0;  // s
  std::uint64_t seed = 1;
  int threads = 1;
  bool json = false;
};
int run(const RunOptions& options);

struct RadioExecOptions {
  std::string robot;
  int radio_port = 50000;
  bool is_check = false;             // only say whether it can be run
  std::vector<std::string> program;  // and its arguments
};
int radio_exec(const RadioExecOptions& options);

struct ServeOptions {
  std::string world;
  LoadOptions load;
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
  int time_limit = 0;     // minutes, told to clients
  double duration = 0.0;  // simulated s; 0 = until interrupted
  std::string image_type = "super";
  bool push_first_frame = false;
  std::string tiles = "2x2";
  std::string tile_size = "320x240";
};
int serve(const ServeOptions& options);

struct DemoOptions {
  std::uint64_t seed = 1;
  bool is_headless = false;            // no page: as fast as possible, and pictures
  double duration = 0.0;               // s; 0 = until interrupted, headless 240
  std::string output = "rubble-demo";  // what the names of its pictures begin with
  std::string web_port = "8080";       // 0 = a free one
};
int demo(const DemoOptions& options);

struct WorldOptions {
  std::string world;
  LoadOptions load;
  std::string plan;
  bool json = false;
};
int world_info(const WorldOptions& options);
int world_check(const WorldOptions& options);
int world_list(bool json);

struct WorldMapOptions {
  std::string world;
  LoadOptions load;
  std::string output;
  std::string from;          // "x y z" or the name of a start; empty: all starts
  double height = 0.3;       // m above the floor
  double resolution = 0.05;  // m
  bool json = false;
};
// The true occupancy map of a world.
int world_map(const WorldMapOptions& options);

struct GenerateOptions {
  std::string kind;  // a name of generators::world_kinds, with its variant
  std::uint64_t seed = 1;
  double width = 15.0;
  double height = 10.0;
  bool crossing = false;
  double smoke = 0.0;  // density
  std::string output;  // empty = stdout
};
int generate(const GenerateOptions& options);

int list_robots(bool json);

struct ProbeOptions {
  std::string world;
  LoadOptions load;
  std::string sensor;
  std::string pose = "0 0 0.5 0 0 0";
  double time = 0.0;  // s
  std::string noise = "on";
  int samples = 0;  // 0 = one, not in a list
  std::uint64_t seed = 1;
  std::vector<std::string> settings;  // PATH=VALUE
  std::string output;
  bool json = false;
};
int probe(const ProbeOptions& options);

struct SensorsOptions {
  std::string name;  // empty = all
  bool json = false;
};
int list_sensors(const SensorsOptions& options);

struct ReplayOptions {
  std::string log;
  std::string host = "127.0.0.1";
  int port = 3000;         // 0 = a free one
  std::string rate = "1";  // times the log's own, or max
  std::string dialect = "compat";
  int scan_limit = 0;  // values of a scan; 0 = all
  bool loop = false;
  bool zero_time = false;  // stamps begin at 0
  double duration = 0.0;   // s; 0 = until interrupted
};
int replay(const ReplayOptions& options);

struct SignalOptions {
  std::string world;  // empty: distance and walls are told
  LoadOptions load;
  std::string from;  // "x y z" or the name of a start
  std::string to;
  std::optional<double> distance;  // m
  std::optional<int> walls;
  std::string material;             // of those walls; empty: brick
  std::optional<double> thickness;  // m
  std::string preset;               // empty: the world's own, or multiwall
  std::optional<double> frequency;  // Hz
  std::optional<double> power;      // dBm
  std::optional<double> exponent;
  std::optional<double> sensitivity;  // dBm
  std::uint64_t seed = 1;
  std::string map;             // a picture to draw
  double height = 0.5;         // m, of its cut
  std::optional<double> cell;  // m
  bool json = false;
};
int signal_strength(const SignalOptions& options);

struct SignalFitOptions {
  std::string data;
  std::string test;
  std::string places;          // of the transmitters; empty: ap_positions.csv beside the data
  std::string site;            // empty: by the file's name, or all
  std::string match = "auto";  // how places belong to transmitters: name, order or auto
  double split = 0.3;          // share of the places that is kept for the test
  std::uint64_t seed = 1;
  std::string plot;
  bool json = false;
};
int signal_fit(const SignalFitOptions& options);

struct TruthOptions {
  std::string log;
  std::string robot;        // of a recording with several; empty = the first with a laser
  std::string constraints;  // a file; made if it is not there
  bool from_truth = false;
  std::string export_to;  // relations
  bool leaves_out_untouched = false;
  std::string who;  // empty: the user's name
  std::string host = "127.0.0.1";
  std::string web_port;   // empty: 8080, or no page where there is nothing to be verified
  double duration = 0.0;  // s; 0 = until interrupted
};
int truth(const TruthOptions& options);

struct ValidateOptions {
  std::vector<std::string> sections;  // empty = all
  std::string output = "validation";
};
int validate(const ValidateOptions& options);

}  // namespace rubble::apps
