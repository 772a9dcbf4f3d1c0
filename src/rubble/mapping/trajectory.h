// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/geometry/pose2.h"

namespace rubble::mapping {

struct StampedPose {
  double stamp = 0.0;  // s, of the clock of whoever wrote it
  Pose pose;           // world_from_robot
};

// Where a robot was, as somebody says. Poses are in the order of their stamps; of two with the same
// stamp the later line stands last.
struct Trajectory {
  std::vector<StampedPose> poses;
  bool is_planar = false;            // z, roll and pitch are 0 throughout
  bool has_stamps = true;            // without them stamps are 0, 1, 2, ... or a graph's ids
  std::string path;                  // file it came from
  std::vector<std::string> remarks;  // what a reader noticed and put right, as sentences
};

enum class TrajectoryFormat {
  Tum,
  Kitti,
  Euroc,
  Planar,          // 2-D text
  Carmen,          // the poses behind the scans, where corrected logs have their estimate
  CarmenOdometry,  // the ODOM lines
  CarmenTruth,     // the TRUEPOS lines
  G2o,
  Toro,
  Usarsim,    // the GroundTruth messages
  Recording,  // its exact truth
};

struct TrajectoryReading {
  std::optional<TrajectoryFormat> format;  // nothing: found out by looking at the file
  // Of KITTI and graphs: one stamp a line, those of graphs in the order of the ids; empty =
  // FILE.times of KITTI if that is there.
  std::string times;
  std::string robot;  // of a recording or log with several; empty = the first
};

// What a word on a command line means: tum, kitti, euroc, 2d, carmen, carmen-odom, carmen-truth,
// g2o, toro, usarsim, mcap.
std::optional<TrajectoryFormat> trajectory_format(const std::string& word);
std::string trajectory_format_words();  // all of them, for who got it wrong

// Files packed with xz or gzip are unpacked. Errors name file and line; stamps in nanoseconds
// become seconds with a remark. A recording gives the exact truth.
Result<Trajectory> read_trajectory(const std::string& path, const TrajectoryReading& how = {});

// Where a trajectory was on the plane at a moment: at a pose within a millisecond, or between two,
// translation linear and heading along the short arc. Before its begin and after its end nothing is
// known.
std::optional<Pose2> plan_pose_at(const std::vector<StampedPose>& poses, double stamp);

// What write_trajectory would write; an error if the name does not tell or nothing writes it.
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

}  // namespace rubble::mapping
