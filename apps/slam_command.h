// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace rubble::apps {

struct SlamOptions {
  std::string log;
  std::string connect;               // HOST:PORT, instead of a log
  std::string robot;                 // empty = the first with a laser
  std::string robot_class = "P2AT";  // asked for where a simulator is connected to
  std::string start;                 // where that one begins
  std::string method = "graph";
  std::string laser;     // what is wrong with it: mirrored, ...; empty: nothing
  std::string odometry;  // likewise
  bool is_without_ramps = false;
  std::string output;           // trajectory, or the graph
  std::string poses = "scans";  // at which moments: scans, odometry or all
  bool is_robust = false;       // of a graph: edges may be wrong
  std::string format;           // of it; empty = by the name's end
  std::string map;
  double resolution = 0.05;  // m
  std::string constraints;
  double duration = 0.0;  // s of listening; 0 = until the robot stops sending
  bool json = false;
};
// Returns the exit code.
int slam(const SlamOptions& options);
// The same for a pose graph instead of a log.
int optimise_graph(const SlamOptions& options);

}  // namespace rubble::apps
