// SPDX-License-Identifier: Apache-2.0
// Scans and odometry of a robot that drives over ramps, brought down to the plan.
#pragma once

#include <optional>
#include <vector>

#include "rubble/mapping/planar_scan.h"

namespace rubble::mapping {

// How a robot stands at a moment. How far its base is above the lowest floor may be known only
// roughly.
struct TiltAndHeight {
  double roll = 0.0;        // rad
  double pitch = 0.0;       // rad, nose down positive
  double min_height = 0.0;  // m
  double max_height = 0.0;  // m

  bool is_level() const;
};

// Between its neighbours, at the ends the nearest; nothing if the log has none.
std::optional<RollPitchYaw> attitude_at(const RobotLog& log, double stamp);

// A laser whose sweep stands upright, or -1.
int upright_laser(const RobotLog& log);

// How high the base is lifted off the floor on which it started, by the ceiling an upright laser
// sees overhead. Where there is none, or something else hangs there, a lift is anything that ramps
// allow.
class CeilingHeightEstimator {
 public:
  explicit CeilingHeightEstimator(const LaserMount& upright) : mount_(upright) {}

  void add_scan(const LaserScan& laser_scan, double roll, double pitch);
  // As of the latest sweep.
  std::optional<double> height() const { return lift_; }

 private:
  std::optional<double> ceiling_over_base(const LaserScan& laser_scan, double roll,
                                          double pitch) const;

  LaserMount mount_;
  std::vector<double> first_;  // heights of the ceiling while the reference is found
  std::optional<double> lift_;
};

// How far a beam at this angle of a sweep can meet nothing but walls: before it may come down to a
// floor, or pass over the top of walls. Endless on even ground.
double max_wall_range(const LaserMount& mount, const TiltAndHeight& tilt, double angle);

// What a sweep of a level laser says of walls when the robot stands like this. Beams that may have
// met the floor, or passed over walls, are free space as far as they stayed between and no hits.
PlanarScan leveled_scan(const LaserScan& laser_scan, const LaserMount& mount,
                        const TiltAndHeight& tilt, const PlanarScanSettings& settings);

// How high the robot stood, sweep by sweep of the upright laser; of a log that still grows, too.
class HeightTrack {
 public:
  // Goes on from where it was.
  void update(const RobotLog& log);
  // By the log's attitude, and the upright sweep nearest in time.
  TiltAndHeight tilt_and_height_at(const RobotLog& log, double stamp) const;

 private:
  struct Moment {
    double stamp = 0.0;
    std::optional<double> height;
  };
  std::optional<double> height_at(double stamp) const;

  std::size_t seen_ = 0;  // sweeps of the log
  std::optional<CeilingHeightEstimator> estimator_;
  std::vector<Moment> moments_;
};

// The log's odometry with the heading of its inertial unit and distances seen from above; the
// same as the log's where there is no attitude.
std::vector<StampedOdometry> inertial_odometry(const RobotLog& log);
// Goes on with what it made before of a log that has grown.
void extend_inertial_odometry(const RobotLog& log, std::vector<StampedOdometry>& moments);

// How the robot stood at each of the log's sweeps.
std::vector<TiltAndHeight> tilts_and_heights(const RobotLog& log);

}  // namespace rubble::mapping
