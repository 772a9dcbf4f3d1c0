// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/pose2.h"
#include "rubble/mapping/trajectory.h"

namespace rubble::mapping {

struct LaserMount {
  std::string name;
  Pose base_from_laser;
  double max_range = 0.0;  // m
};

// How far it sees; one that does not say it is believed whatever it says.
inline double range_of(const LaserMount& mount) {
  return mount.max_range > 0.0 ? mount.max_range : std::numeric_limits<double>::infinity();
}

// One sweep of a laser, beams counter-clockwise in the laser's frame.
struct LaserScan {
  double stamp = 0.0;  // s, of the log's own clock, to its last digit
  int laser = 0;       // of RobotLog::lasers
  double angle_min = 0.0;
  double angle_increment = 0.0;
  std::vector<float> ranges;  // m; NaN where nothing came back
};

struct StampedOdometry {
  double stamp = 0.0;
  Pose2 pose;
};

struct StampedAttitude {
  double stamp = 0.0;
  RollPitchYaw attitude;  // of the robot; yaw drifts
};

// What one robot's log holds for mapping. Each list is in the order of its stamps.
struct RobotLog {
  std::string path;
  std::string robot;
  std::vector<LaserMount> lasers;
  std::vector<LaserScan> laser_scans;
  std::vector<StampedOdometry> odometry;
  // Odometry at the moment of each sweep, where the log itself says it (else empty): better than
  // any interpolation.
  std::vector<Pose2> scan_odometry;
  std::vector<StampedAttitude> attitudes;  // empty: there was no IMU or INS
  std::vector<StampedPose> truth;          // empty: nobody knows it
};

struct RobotLogReading {
  std::string robot;  // empty = the first with a laser
};

// A CARMEN log, a recording of ours, or a text log of USARSim messages.
Result<RobotLog> read_robot_log(const std::string& path, const RobotLogReading& how = {});

// Where odometry was at a moment: between its neighbours, at the ends the nearest.
Pose2 odometry_at(const std::vector<StampedOdometry>& moments, double stamp);
Pose2 odometry_at(const RobotLog& log, double stamp);

}  // namespace rubble::mapping
