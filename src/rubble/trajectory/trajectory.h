// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/pose2.h"
#include "rubble/geometry/stamped_pose.h"

namespace rubble::trajectory {

// Poses of a robot over time, sorted by stamp; equal stamps keep their order in the file.
struct Trajectory {
  std::vector<StampedPose> poses;
  bool is_planar = false;            // z, roll and pitch are 0 throughout
  bool has_stamps = true;            // without them stamps are 0, 1, 2, ... or a graph's ids
  std::string path;                  // source file
  std::vector<std::string> remarks;  // sentences about what the reader corrected
};

enum class TrajectoryFormat {
  Tum,
  Kitti,
  Euroc,
  Planar,          // 2-D text
  Carmen,          // poses in the scan lines, where corrected logs have their estimate
  CarmenOdometry,  // the ODOM lines
  CarmenTruth,     // the TRUEPOS lines
  G2o,
  Toro,
  Usarsim,    // the GroundTruth messages
  Recording,  // its exact truth
};

struct TrajectoryReading {
  std::optional<TrajectoryFormat> format;  // nothing: detect from the content
  // Of KITTI and graphs: one stamp a line, those of graphs in the order of the ids; empty =
  // FILE.times of KITTI if that is there.
  std::string times;
  std::string robot;  // for files with several; empty: the first
};

// What a word on a command line means: tum, kitti, euroc, 2d, carmen, carmen-odom, carmen-truth,
// g2o, toro, usarsim, mcap.
std::optional<TrajectoryFormat> trajectory_format(const std::string& word);
std::string trajectory_format_words();  // all of them, for error messages

// Files packed with xz or gzip are unpacked. Errors name file and line; stamps in nanoseconds
// become seconds with a remark. A recording gives the exact truth.
Result<Trajectory> read_trajectory(const std::string& path, const TrajectoryReading& how = {});

// Planar pose at a stamp: the pose within 1 ms, else interpolated (position linearly, heading along
// the shorter arc). Nothing before the first and after the last pose.
std::optional<Pose2> plan_pose_at(const std::vector<StampedPose>& poses, double stamp);

// The format that write_trajectory() uses; an error if the name is ambiguous or there is no writer.
Result<TrajectoryFormat> format_to_write(const std::string& path,
                                         std::optional<TrajectoryFormat> format = {});
// Format by the word, else by the name's end: .tum, .txt (2-D text), .kitti, .csv (EuRoC), .g2o,
// .graph (TORO). Numbers read back as the same bits, but KITTI's as matrices and EuRoC's stamps as
// nanoseconds. KITTI's stamps go to FILE.times. A CARMEN log needs its input log: see write_carmen.
Result<void> write_trajectory(const std::string& path, const Trajectory& trajectory,
                              std::optional<TrajectoryFormat> format = {});

// Repeats every scan line of a log with both poses replaced by the trajectory's at its stamp, the
// rest of the line untouched. Scans before or after the trajectory are left out; that none remains
// is an error.
Result<void> write_carmen(const std::string& path, const std::string& log,
                          const Trajectory& trajectory);

}  // namespace rubble::trajectory
