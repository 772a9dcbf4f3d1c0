// SPDX-License-Identifier: Apache-2.0
// The options of 'rubble assess'.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace rubble::apps {

// What an estimate may miss at most; the rest is not asked.
struct AssessThresholds {
  std::optional<double> translation;  // m, means
  std::optional<double> rotation;     // deg
  std::optional<double> neighbour_translation;
  std::optional<double> neighbour_rotation;
  std::optional<double> loop_translation;
  std::optional<double> loop_rotation;
  std::optional<double> unmatched;  // share of the relations
  std::optional<double> ate;        // m, RMSE
  std::optional<double> rpe;        // m, RMSE
};

struct AssessOptions {
  std::vector<std::string> files;         // estimates and, last, their truth
  std::vector<std::string> trajectories;  // FILE, NAME=FILE, either with :FORMAT
  std::string relations;                  // .relations, constraints as JSON, or a recording
  std::string truth;                      // a trajectory, a log or a recording
  std::string times;
  std::string robot;
  std::vector<std::string> left_out_makers;
  double tolerance = 1e-3;  // s
  double max_gap = 0.0;     // s; 0 = any
  std::string weights;      // empty: 1 1 1 1 1 1
  std::string dimensions = "auto";
  std::string align = "rigid";
  std::string associate = "time";  // or index, scan
  std::string time_offset;         // s, or estimate; empty: none
  double association = 0.01;       // s
  double delta = 1.0;
  std::string delta_unit = "frames";
  bool all_pairs = false;
  double margin = 25.0;  // percent, up to where two are equivalent
  int worst = 10;
  std::uint64_t seed = 1;

  std::string map;  // behind the overlay
  std::string log;  // or drawn from its scans
  bool json = false;
  bool verbose = false;  // all tables
  std::string csv;
  std::string errors;
  std::string markdown;
  std::string latex;
  std::string svg;
  std::string overlay;
  std::string html;
  AssessThresholds most;

  std::string map_estimate;
  std::string map_truth;
  std::string map_picture;
  double wall_tolerance = 0.0;  // m; 0 = by the maps
  double map_f1 = 0.0;          // at least
  bool as_they_stand = false;
};

CLI::App* add_assess(CLI::App& app, AssessOptions& options);

int assess(const AssessOptions& options);

}  // namespace rubble::apps
