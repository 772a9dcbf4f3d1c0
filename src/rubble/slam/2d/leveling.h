// SPDX-License-Identifier: Apache-2.0
// Projection of scans and odometry of a robot on ramps onto the horizontal plane.
#pragma once

#include <optional>
#include <vector>

#include "rubble/slam/2d/planar_scan.h"

namespace rubble::slam {

// Tilt of the robot and bounds of the height of its base above the floor where it started.
struct TiltAndHeight {
  double roll = 0.0;        // rad
  double pitch = 0.0;       // rad, nose down positive
  double min_height = 0.0;  // m
  double max_height = 0.0;  // m

  bool is_level() const;
};

// Attitude at a stamp, interpolated; the nearest one outside of the log. Nothing if the log has
// none.
std::optional<RollPitchYaw> attitude_at(const logs::RobotLog& log, double stamp);

// Index of a laser with a vertical scan plane, or -1.
int upright_laser(const logs::RobotLog& log);

// Height of the base above the floor where it started, from the distance of the ceiling that a
// vertical laser sees overhead: the first five level scans give the reference.
class CeilingHeightEstimator {
 public:
  explicit CeilingHeightEstimator(const logs::LaserMount& upright) : mount_(upright) {}

  void add_scan(const logs::LaserScan& laser_scan, double roll, double pitch);
  // m, of the latest scan; nothing without a flat ceiling, or if the height exceeds that of ramps.
  std::optional<double> height() const { return lift_; }

 private:
  std::optional<double> ceiling_over_base(const logs::LaserScan& laser_scan, double roll,
                                          double pitch) const;

  logs::LaserMount mount_;
  std::vector<double> first_;  // ceiling heights over the base, for the reference
  std::optional<double> lift_;
};

// Largest range at which a beam with this bearing (rad, laser frame) is still between floor and
// wall top, given tilt, height and their errors. 1e9 m when level.
double max_wall_range(const logs::LaserMount& mount, const TiltAndHeight& tilt, double angle);

// The 2-D scan of a horizontal laser on a tilted robot, in the levelled robot frame. A beam that
// may have hit the floor or passed over a wall becomes a miss up to max_wall_range().
PlanarScan leveled_scan(const logs::LaserScan& laser_scan, const logs::LaserMount& mount,
                        const TiltAndHeight& tilt, const PlanarScanSettings& settings);

// Height of the robot over time, from the scans of the vertical laser. The log may still grow.
class HeightTrack {
 public:
  // Processes the scans that were added to the log since the last call.
  void update(const logs::RobotLog& log);
  // From the attitude at the stamp and the vertical scan nearest in time (at most 0.15 s away).
  TiltAndHeight tilt_and_height_at(const logs::RobotLog& log, double stamp) const;

 private:
  struct Moment {
    double stamp = 0.0;
    std::optional<double> height;
  };
  std::optional<double> height_at(double stamp) const;

  std::size_t seen_ = 0;  // laser scans of the log processed so far
  std::optional<CeilingHeightEstimator> estimator_;
  std::vector<Moment> moments_;
};

// Odometry with the heading of the inertial unit and distances projected on the horizontal plane;
// unchanged if the log has no attitude.
std::vector<logs::StampedOdometry> inertial_odometry(const logs::RobotLog& log);
// Appends to `moments` what was added to the log since the last call.
void extend_inertial_odometry(const logs::RobotLog& log,
                              std::vector<logs::StampedOdometry>& moments);

// One per laser scan of the log.
std::vector<TiltAndHeight> tilts_and_heights(const logs::RobotLog& log);

}  // namespace rubble::slam
