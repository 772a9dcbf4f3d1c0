// SPDX-License-Identifier: Apache-2.0
// One reader a format; read_trajectory chooses among them and puts the poses in order.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "rubble/trajectory/stamps.h"
#include "rubble/trajectory/trajectory.h"

namespace rubble::trajectory {

// Poses as they stand in a file, with stamps as they stand there.
struct RawTrajectory {
  Trajectory trajectory;
  StampFacts facts;
};

constexpr std::size_t kMaxPoses = 25'000'000;

// Stamps from a file of their own, one a line; an error unless there is one for each of the poses
// of the file they belong to.
Result<std::vector<double>> read_times(const std::string& path, std::size_t poses,
                                       const std::string& owner, StampFacts& facts,
                                       std::vector<std::string>& remarks);

Result<RawTrajectory> read_tum(const std::string& path);
Result<RawTrajectory> read_kitti(const std::string& path, const std::string& times);
Result<RawTrajectory> read_euroc(const std::string& path);
Result<RawTrajectory> read_planar(const std::string& path);
Result<RawTrajectory> read_carmen_scans(const std::string& path);
Result<RawTrajectory> read_carmen_odometry(const std::string& path);
Result<RawTrajectory> read_carmen_truth(const std::string& path);
Result<RawTrajectory> read_graph_vertices(const std::string& path, const std::string& times);
Result<RawTrajectory> read_told_truth(const std::string& path);
Result<RawTrajectory> read_recorded_truth(const std::string& path, const std::string& robot);

}  // namespace rubble::trajectory
