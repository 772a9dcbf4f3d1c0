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

struct SignalOptions {
  std::string world;  // empty: distance and walls are given
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
