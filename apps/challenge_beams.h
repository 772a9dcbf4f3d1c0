// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "rubble/base/result.h"
#include "rubble/mapping/robot_log.h"
#include "rubble/world/world.h"

namespace rubble::apps {

// How well beams that met walls were told from those that met floor or ceiling, judged by where the
// robot truly was.
struct BeamClassification {
  std::int64_t returns = 0;     // beams that came back
  std::int64_t walls = 0;       // of these: from something upright
  std::int64_t kept = 0;        // of the returns: taken for walls
  std::int64_t kept_walls = 0;  // and rightly so

  double right_share() const;      // of the kept
  double kept_share() const;       // of the walls
  double right_unhandled() const;  // what the share would be if all were kept
  BeamClassification& operator+=(const BeamClassification& other);
};

// Looks at every so many sweeps of the level laser.
BeamClassification classify_beams(const mapping::RobotLog& log, World world, int every = 20);

// How far dead reckoning is off after each metre of way.
struct OdometryDrift {
  double wheels = 0.0;       // m a metre, RMS: encoders alone
  double wheels_turn = 0.0;  // rad a metre
  double inertial = 0.0;     // with the heading of the inertial unit
  double inertial_turn = 0.0;
};
OdometryDrift measure_odometry_drift(const mapping::RobotLog& log);

}  // namespace rubble::apps
