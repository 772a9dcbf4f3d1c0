// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "rubble/base/result.h"
#include "rubble/logs/robot_log.h"
#include "rubble/world/world.h"

namespace rubble::challenge {

// Quality of the wall filter on tilted scans, by ground truth: which accepted returns are walls.
struct BeamClassification {
  std::int64_t returns = 0;     // number of returns
  std::int64_t walls = 0;       // of these: from vertical surfaces
  std::int64_t kept = 0;        // of the returns: accepted as walls
  std::int64_t kept_walls = 0;  // of the accepted: really walls

  double right_share() const;      // precision: kept_walls / kept
  double kept_share() const;       // recall: kept_walls / walls
  double right_unhandled() const;  // precision without the filter: walls / returns
  BeamClassification& operator+=(const BeamClassification& other);
};

// Examines every `every`-th scan of the level laser.
BeamClassification classify_beams(const logs::RobotLog& log, World world, int every = 20);

// Error of dead reckoning per metre of path, by ground truth.
struct OdometryDrift {
  double wheels = 0.0;       // m per m, RMS: encoders alone
  double wheels_turn = 0.0;  // rad per m
  double inertial = 0.0;     // with the heading of the inertial unit
  double inertial_turn = 0.0;
};
OdometryDrift measure_odometry_drift(const logs::RobotLog& log);

}  // namespace rubble::challenge
