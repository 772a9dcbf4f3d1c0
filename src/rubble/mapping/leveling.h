// SPDX-License-Identifier: Apache-2.0
// Scans and odometry of a robot that drives over ramps, brought down to the plan.
#pragma once

#include <optional>
#include <vector>

#include "rubble/mapping/planar_scan.h"

namespace rubble::mapping {

// How a robot stands at a moment. How far its base is above the lowest floor may be known only
// roughly.
struct Stance {
  double roll = 0.0;        // rad
  double pitch = 0.0;       // rad, nose down positive
  double least_lift = 0.0;  // m
  double most_lift = 0.0;   // m

  bool is_level() const;
};

// Between its neighbours, at the ends the nearest; nothing if the log has none.
std::optional<RollPitchYaw> attitude_at(const RobotLog& log, double stamp);

// A laser whose sweep stands upright, or -1.
int upright_laser(const RobotLog& log);

// How high the base is lifted off the floor on which it started, by the ceiling an upright laser
// sees overhead. Where there is none, or something else hangs there, a lift is anything that ramps
// allow.
class LiftKeeper {
 public:
  explicit LiftKeeper(const LaserMount& upright) : mount_(upright) {}

  void take(const Sweep& sweep, double roll, double pitch);
  // As of the latest sweep.
  std::optional<double> lift() const { return lift_; }

 private:
  std::optional<double> ceiling_over_base(const Sweep& sweep, double roll, double pitch) const;

  LaserMount mount_;
  std::vector<double> first_;  // heights of the ceiling while the reference is found
  std::optional<double> lift_;
};

// How far a beam at this angle of a sweep can meet nothing but walls: before it may come down to a
// floor, or pass over the top of walls. Endless on even ground.
double way_among_walls(const LaserMount& mount, const Stance& stance, double angle);

// What a sweep of a level laser says of walls when the robot stands like this. Beams that may have
// met the floor, or passed over walls, are free space as far as they stayed between and no hits.
PlanarScan leveled_scan(const Sweep& sweep, const LaserMount& mount, const Stance& stance,
                        const PlanarScanSettings& settings);

// How high the robot stood, sweep by sweep of the upright laser; of a log that still grows, too.
class Lifts {
 public:
  // Goes on from where it was.
  void follow(const RobotLog& log);
  // By the log's attitude, and the upright sweep nearest in time.
  Stance stance_at(const RobotLog& log, double stamp) const;

 private:
  struct Moment {
    double stamp = 0.0;
    std::optional<double> lift;
  };
  std::optional<double> lift_at(double stamp) const;

  std::size_t seen_ = 0;  // sweeps of the log
  std::optional<LiftKeeper> keeper_;
  std::vector<Moment> moments_;
};

// The log's odometry with the heading of its inertial unit and distances seen from above; the
// same as the log's where there is no attitude.
std::vector<OdometryMoment> inertial_odometry(const RobotLog& log);
// Goes on with what it made before of a log that has grown.
void follow_inertial_odometry(const RobotLog& log, std::vector<OdometryMoment>& moments);

// How the robot stood at each of the log's sweeps.
std::vector<Stance> stances(const RobotLog& log);

}  // namespace rubble::mapping
