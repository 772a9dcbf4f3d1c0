// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/pilots/explore/explore.h"
#include "rubble/radio/link_log.h"
#include "rubble/radio/links.h"
#include "rubble/recording/command_recorder.h"
#include "rubble/report/plan.h"
#include "rubble/sim/run_recorder.h"
#include "rubble/sim/simulation.h"

namespace rubble::apps {

// Result of one robot.
struct RobotOutcome {
  std::string name;
  std::string robot_class;
  double distance = 0.0;  // m, horizontal path length
  Pose last_pose;
  double battery = 0.0;  // s left
  int bumps = 0;         // number of contacts with anything but the floor
  int cells = 0;         // cells of a generated world that its centre has visited
};

// Result of a run.
struct Outcome {
  Tick ticks = 0;
  double cpu_seconds = 0.0;
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
  std::vector<std::string> broken_joints;
  int cells_in_all = 0;  // 0 = the world has no cells
  std::vector<RobotOutcome> robots;
  std::vector<report::Trail> trails;
};

// Sensors and driver of the robots.
struct RobotSetup {
  std::vector<std::string> sensors;  // as --sensor names them
  std::string drive = "none";        // name of the driver, to switch on the sensors it requires
};

// Adds robots given as CLASS, CLASS@START or CLASS@x,y,z,yaw, called R1, R2, ... in this order.
// Returns the commands that were executed: executed in the first tick of a new simulation of the
// same world and seed, they give the same run. Robots of the world file get the sensors too.
Result<std::vector<Command>> add_robots(sim::Simulation& simulation,
                                        const std::vector<std::string>& robots,
                                        const RobotSetup& setup = {});

// Gives a robot an explorer and switches on the sensors it requires. The simulation owns the pilot.
Result<const pilots::Explore*> add_explorer(sim::Simulation& simulation, RobotId robot);

// Gives every robot the pilot that --drive names.
Result<void> add_pilots(sim::Simulation& simulation, const std::string& drive);

// Writes the radio links of a run to a table.
struct LinkTable {
  radio::LinkTracker tracker;
  radio::LinkLog log;
};

// Runs the simulation as fast as possible for `duration` simulated seconds; reports progress
// (0..1). Writes readings to the stream, one JSON object per line, and everything to the recording,
// if given.
Result<Outcome> run_mission(sim::Simulation& simulation, double duration, CommandRecorder* recorder,
                            const std::function<void(double)>& progress,
                            std::ostream* readings = nullptr, sim::RunRecorder* recording = nullptr,
                            LinkTable* links = nullptr);

}  // namespace rubble::apps
