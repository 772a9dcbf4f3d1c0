// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/pose2.h"
#include "rubble/geometry/stamped_pose.h"

namespace rubble::logs {

struct LaserMount {
  std::string name;
  Pose base_from_laser;
  double max_range = 0.0;  // m
};

// m; infinite if the maximum range is unknown.
inline double range_of(const LaserMount& mount) {
  return mount.max_range > 0.0 ? mount.max_range : std::numeric_limits<double>::infinity();
}

// One scan of a laser, beams counter-clockwise in the laser frame (sensor_msgs/LaserScan).
struct LaserScan {
  double stamp = 0.0;            // s, of the clock of the log, unrounded
  int laser = 0;                 // index of RobotLog::lasers
  double angle_min = 0.0;        // rad, of the first beam
  double angle_increment = 0.0;  // rad
  std::vector<float> ranges;     // m; NaN: no return
};

struct StampedOdometry {
  double stamp = 0.0;
  Pose2 pose;
};

struct StampedAttitude {
  double stamp = 0.0;
  RollPitchYaw attitude;  // of the robot; yaw drifts
};

// The data of one robot for mapping, from any kind of log. Each list is sorted by stamp.
struct RobotLog {
  std::string path;
  std::string robot;
  std::vector<LaserMount> lasers;
  std::vector<LaserScan> laser_scans;
  std::vector<StampedOdometry> odometry;
  // Odometry of each laser scan, if the log gives it with the scan (else empty); more precise than
  // interpolation.
  std::vector<Pose2> scan_odometry;
  std::vector<StampedAttitude> attitudes;  // empty: no IMU or INS
  std::vector<StampedPose> truth;          // empty: unknown
};

struct RobotLogReading {
  std::string robot;  // empty: the first one with a laser
};

// A CARMEN log, a recording of ours, or a text log of USARSim messages.
Result<RobotLog> read_robot_log(const std::string& path, const RobotLogReading& how = {});

// Odometry at a stamp, interpolated linearly; the nearest one outside of the log.
Pose2 odometry_at(const std::vector<StampedOdometry>& moments, double stamp);
Pose2 odometry_at(const RobotLog& log, double stamp);

}  // namespace rubble::logs
