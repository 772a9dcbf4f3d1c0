// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "rubble/world/world.h"

namespace rubble::generators {

constexpr double kStationLength = 120.0;  // m, along x
constexpr double kStationWidth = 60.0;
constexpr double kTrackY[] = {8.2, 3.7, -3.7, -8.2};
constexpr double kTrainTrackY = kTrackY[2];
constexpr double kRailTop = 0.19;       // m: ballast 0.03, sleeper 0.02, rail 0.14
constexpr double kBallastHalf = 1.5;    // m
constexpr double kPlatformTop = 0.76;   // m
constexpr double kPlatformHalf = 40.0;  // m, along x without ramps
constexpr double kHallFront = 16.5;     // y

// Ground, ballast, sleepers, rails and the two level crossings.
void add_tracks(World& world);
// Two platforms with ramps, stairs, posts and roofs, and the station hall.
void add_platforms(World& world);
void add_station_hall(World& world);

// A car of the train as it lies.
struct Wreck {
  Pose pose;          // of the car's frame: middle, on the rails, x forward
  double roll = 0.0;  // rad
  Bounds footprint;   // m, of the rolled car in the frame of its yaw
};

// Locomotive and four coaches; the seed draws how they left the track. The locomotive comes first.
std::vector<Wreck> add_train(World& world, std::uint64_t seed);

// Loose bodies around the wrecks, two lean-to sheets, fires, victims and starts.
void add_disaster(World& world, const std::vector<Wreck>& wrecks, std::uint64_t seed);

}  // namespace rubble::generators
