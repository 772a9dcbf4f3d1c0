// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/pilots/explore.h"
#include "rubble/radio/link_log.h"
#include "rubble/radio/links.h"
#include "rubble/recording/command_recorder.h"
#include "rubble/sim/run_recorder.h"
#include "rubble/sim/simulation.h"
#include "rubble/world/plan.h"

namespace rubble::apps {

// What happened to one robot.
struct RobotOutcome {
  std::string name;
  std::string robot_class;
  double distance = 0.0;  // m, along its way as seen from above
  Pose last_pose;
  double battery = 0.0;  // s left
  int bumps = 0;         // contacts that began with something other than the floor
  int cells = 0;         // of a generated world's grid that its middle has been in
};

// What came out of a run.
struct Outcome {
  Tick ticks = 0;
  double cpu_seconds = 0.0;
  std::uint64_t state_hash = 0;
  std::int64_t contacts = 0;    // contact points, all ticks together
  std::int64_t iterations = 0;  // of the solver, all islands and ticks together
  std::int64_t commands = 0;
  std::int64_t commands_refused = 0;
  std::int64_t rays = 0;
  std::int64_t readings = 0;
  std::uint64_t readings_hash = 0;  // of all readings, in order
  std::int64_t contacts_dropped = 0;
  std::int64_t islands_cut_short = 0;
  std::int64_t bodies_reset = 0;
  std::vector<std::string> broken_joints;
  int cells_in_all = 0;  // 0 = the world has no grid
  std::vector<RobotOutcome> robots;
  std::vector<Trail> trails;
};

// What robots bring with them.
struct RobotSetup {
  std::vector<std::string> sensors;  // as --sensor names them
  std::string drive = "none";        // who drives them, for the sensors that takes
};

// Adds robots given as CLASS, CLASS@START or CLASS@x,y,z,yaw, called R1, R2, ... in this order.
// Gives back the commands that did it: carried out in the first tick of a new simulation of the
// same world and seed, they lead to the same run. Robots that stand in the world get the sensors
// too.
Result<std::vector<Command>> add_robots(sim::Simulation& simulation,
                                        const std::vector<std::string>& robots,
                                        const RobotSetup& setup = {});

// Lets a robot explore on its own, and switches on the sensors that takes. The simulation owns the
// pilot.
Result<const pilots::Explore*> add_explorer(sim::Simulation& simulation, RobotId robot);

// Gives every robot the pilot that --drive names.
Result<void> add_pilots(sim::Simulation& simulation, const std::string& drive);

// Who hears whom, in a table.
struct LinkTable {
  radio::LinkTracker keeper;
  radio::LinkLog log;
};

// Runs it as fast as possible, telling how far it is from time to time.
// Readings go, one JSON object a line, to a stream if there is one; everything into a recording.
Result<Outcome> run_mission(sim::Simulation& simulation, double duration, CommandRecorder* recorder,
                            const std::function<void(double)>& progress,
                            std::ostream* readings = nullptr, sim::RunRecorder* recording = nullptr,
                            LinkTable* links = nullptr);

}  // namespace rubble::apps
