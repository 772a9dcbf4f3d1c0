// SPDX-License-Identifier: Apache-2.0
// The first half of the Interleague Challenge: a place, and the Element teleoperated through it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/base/tick.h"
#include "rubble/challenge/place.h"
#include "rubble/pilots/explore/grid.h"
#include "rubble/sim/simulation.h"

namespace rubble::challenge {

struct DriveFiles {
  std::string world;      // maze.sdf or hallway.sdf
  std::string recording;  // run.mcap
  std::string path;       // path.jsonl: the commands
};
DriveFiles drive_files(const std::string& folder, const Condition& condition);

struct ChallengeDrive {
  DriveFiles files;
  std::string robot;  // as given on a command line
  Tick ticks = 0;
  double distance = 0.0;  // m
  double cpu_seconds = 0.0;
  double max_tilt = 0.0;  // rad
  int stuck_count = 0;    // how often it was stuck
  int cells = 0;          // number of cells of the place
  int cells_driven = 0;   // visited by its centre
  int cells_seen = 0;     // visited or seen
  int stops_missed = 0;   // cells without a path
  std::uint64_t state_hash = 0;
};

// The sensors whose readings teams receive. The recording also contains the ground truth.
const std::vector<std::string>& challenge_sensors();

// Input of the driver: the true floor map and the positions to visit, world frame.
struct ChallengeTour {
  pilots::Grid map;
  std::vector<Vec2> stops;
};
// Tour of the first robot from its start: through all cells of a maze and back, or twice around a
// hallway.
ChallengeTour plan_tour(const sim::Simulation& simulation, const ChallengePlace& place);

// Generates a place, drives the whole tour and records it in the folder. The seed of the place is
// also that of noise and driver.
Result<ChallengeDrive> drive_challenge(const PlaceSettings& settings, const std::string& folder,
                                       const std::function<void(double)>& progress);

// The command that repeats the run.
std::string repeat_command(const ChallengeDrive& drive, std::uint64_t seed);

}  // namespace rubble::challenge
