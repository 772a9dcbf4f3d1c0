// SPDX-License-Identifier: Apache-2.0
// The first half of the Interleague Challenge: a place, and the Element teleoperated through it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "apps/challenge_place.h"
#include "rubble/base/result.h"
#include "rubble/base/tick.h"
#include "rubble/pilots/explore_grid.h"
#include "rubble/sim/simulation.h"

namespace rubble::apps {

struct DriveFiles {
  std::string world;      // maze.sdf or hallway.sdf
  std::string recording;  // run.mcap
  std::string path;       // path.jsonl: the orders
};
DriveFiles drive_files(const std::string& folder, const Condition& condition);

struct ChallengeDrive {
  DriveFiles files;
  std::string robot;  // as a command line names it
  Tick ticks = 0;
  double distance = 0.0;  // m
  double cpu_seconds = 0.0;
  double max_tilt = 0.0;  // rad, the most the robot was tilted
  int stuck_count = 0;    // how often it hung
  int cells = 0;          // of the place
  int cells_driven = 0;   // those its middle truly was in
  int cells_seen = 0;     // those, and those it looked into from outside
  int stops_missed = 0;   // cells it could not get to
  std::uint64_t state_hash = 0;
};

// What the robot tells in the challenge; where it truly is, is in the recording but told to nobody.
const std::vector<std::string>& challenge_sensors();

// What the driver knows: where floor is, and where to go.
struct ChallengeTour {
  pilots::Grid map;
  std::vector<Vec2> stops;
};
// For the first robot of a simulation of the place, from its first start: through all cells of a
// maze and home, or twice round a hallway.
ChallengeTour plan_tour(const sim::Simulation& simulation, const ChallengePlace& place);

// Makes a place, drives through all of it and back, and records it in the folder. The place's seed
// is that of noise and driver too.
Result<ChallengeDrive> drive_challenge(const PlaceSettings& settings, const std::string& folder,
                                       const std::function<void(double)>& progress);

// The command that does the run of a path again.
std::string repeat_command(const ChallengeDrive& drive, std::uint64_t seed);

}  // namespace rubble::apps
