// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rubble/base/tick.h"
#include "rubble/geometry/pose.h"
#include "rubble/report/plan.h"

namespace rubble::scenario {

// What one robot did.
struct RobotResult {
  std::string name;
  std::string robot_class;
  double distance = 0.0;  // m, horizontal path length
  Pose last_pose;         // world_from_robot
  double battery = 0.0;   // s left
  int bumps = 0;          // contacts that began with anything but the floor
  int cells = 0;          // cells of a generated world that its origin has visited
};

// Totals of a run, or of a part of it.
struct RunResult {
  Tick ticks = 0;
  double cpu_seconds = 0.0;  // of all threads; the only member that differs from run to run
  std::uint64_t state_hash = 0;
  std::int64_t contacts = 0;    // contact points, sum over all ticks
  std::int64_t iterations = 0;  // of the solver, sum over all islands and ticks
  std::int64_t commands = 0;
  std::int64_t commands_refused = 0;
  std::int64_t rays = 0;
  std::int64_t readings = 0;
  std::uint64_t readings_hash = 0;  // of all readings, in order
  std::int64_t contacts_dropped = 0;
  std::int64_t islands_cut_short = 0;
  std::int64_t bodies_reset = 0;
  std::vector<std::string> broken_joints;  // "robot::joint"
  int cells_in_all = 0;                    // 0 = the world has no cells
  std::vector<RobotResult> robots;
  std::vector<report::Trail> trails;  // one per robot, world frame
};

}  // namespace rubble::scenario
