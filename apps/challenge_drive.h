// SPDX-License-Identifier: Apache-2.0
// The first half of the Interleague Challenge: a maze, and the Element teleoperated through it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/base/tick.h"
#include "rubble/generators/maze.h"
#include "rubble/pilots/explore_grid.h"
#include "rubble/sim/simulation.h"

namespace rubble::apps {

struct DriveFiles {
  std::string world;      // maze.sdf
  std::string recording;  // run.mcap
  std::string path;       // path.jsonl: the orders
};
DriveFiles drive_files(const std::string& folder);

struct ChallengeDrive {
  DriveFiles files;
  Tick ticks = 0;
  double distance = 0.0;  // m
  double cpu_seconds = 0.0;
  double steepest = 0.0;  // rad, the most the robot was tilted
  int troubles = 0;       // how often it hung
  int cells = 0;          // of the maze
  int cells_driven = 0;   // those it went through; dead ends are looked into
  int stops_missed = 0;   // cells it could not get to
  std::uint64_t state_hash = 0;
};

// What the robot tells in the challenge; where it truly is, is in the recording but told to nobody.
const std::vector<std::string>& challenge_sensors();

// What the driver knows: where floor is, and the cells to go through.
struct ChallengeTour {
  pilots::Grid map;
  std::vector<generators::Cell> cells;
};
// For the first robot of a simulation of the maze, from the maze's first start.
ChallengeTour plan_tour(const sim::Simulation& simulation, const generators::MazePlan& plan);

// Makes a maze, drives through all of it and back, and records it in the folder. The maze's seed is
// that of noise and driver too.
Result<ChallengeDrive> drive_challenge(const generators::MazeSettings& maze,
                                       const std::string& folder,
                                       const std::function<void(double)>& progress);

// The command that does the run of a path again.
std::string repeat_command(const ChallengeDrive& drive, std::uint64_t seed);

}  // namespace rubble::apps
