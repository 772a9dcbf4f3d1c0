// SPDX-License-Identifier: Apache-2.0
// Any bytes as a trajectory in every format, and as relations: what comes out is in order and
// finite, and what is written of it reads back as the same.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "rubble/base/log.h"
#include "rubble/trajectory/relation.h"
#include "rubble/trajectory/trajectory.h"
#include "scratch_file.h"

namespace rubble::trajectory {
namespace {

constexpr trajectory::TrajectoryFormat kTextFormats[] = {
    trajectory::TrajectoryFormat::Tum,
    trajectory::TrajectoryFormat::Kitti,
    trajectory::TrajectoryFormat::Euroc,
    trajectory::TrajectoryFormat::Planar,
    trajectory::TrajectoryFormat::Carmen,
    trajectory::TrajectoryFormat::G2o,
    trajectory::TrajectoryFormat::CarmenOdometry,
    trajectory::TrajectoryFormat::CarmenTruth,
    trajectory::TrajectoryFormat::Toro,
    trajectory::TrajectoryFormat::Usarsim};

void check_remarks(const std::vector<std::string>& remarks) {
  RUBBLE_ASSERT(remarks.size() < 100);
  for (const std::string& remark : remarks) fuzz::check_sentence(remark);
}

void check_pose(const Pose& pose) {
  RUBBLE_ASSERT(pose.position.allFinite());
  RUBBLE_ASSERT(std::abs(pose.rotation.norm() - 1.0) < 1e-9);
}

void check(const trajectory::Trajectory& trajectory) {
  RUBBLE_ASSERT(!trajectory.poses.empty());
  RUBBLE_ASSERT(std::is_sorted(trajectory.poses.begin(), trajectory.poses.end(),
                               [](const auto& a, const auto& b) { return a.stamp < b.stamp; }));
  for (const StampedPose& pose : trajectory.poses) {
    RUBBLE_ASSERT(std::isfinite(pose.stamp));
    check_pose(pose.pose);
  }
  check_remarks(trajectory.remarks);
  const double first = trajectory.poses.front().stamp, last = trajectory.poses.back().stamp;
  for (const double stamp : {first, std::midpoint(first, last), last}) {
    const auto pose = trajectory::plan_pose_at(trajectory.poses, stamp);
    RUBBLE_ASSERT(pose && std::isfinite(pose->x + pose->theta));
  }
}

// As TUM every number has all its digits. Units of stamps are guessed anew, so that only stamps
// that are surely seconds must be the same.
void check_round_trip(const trajectory::Trajectory& trajectory) {
  const std::string path = fuzz::scratch_path("again.tum");
  RUBBLE_ASSERT(trajectory::write_trajectory(path, trajectory).ok());
  const auto again =
      trajectory::read_trajectory(path, {.format = trajectory::TrajectoryFormat::Tum});
  if (!again && again.error().message.find("different units") != std::string::npos) return;
  RUBBLE_ASSERT(again.ok());
  RUBBLE_ASSERT(again->poses.size() == trajectory.poses.size());
  const auto is_of_usual_size = [](const StampedPose& pose) { return std::abs(pose.stamp) < 1e4; };
  const bool are_seconds =
      std::all_of(trajectory.poses.begin(), trajectory.poses.end(), is_of_usual_size);
  for (std::size_t i = 0; i < trajectory.poses.size(); ++i) {
    const StampedPose &before = trajectory.poses[i], &after = again->poses[i];
    RUBBLE_ASSERT(before.pose.position == after.pose.position);
    RUBBLE_ASSERT(before.pose.rotation.isApprox(after.pose.rotation, 1e-12));
    RUBBLE_ASSERT(!are_seconds || before.stamp == after.stamp);
  }
}

// In every format, and as the log it came from, if it is one.
void write_all(const std::string& path, const trajectory::Trajectory& trajectory) {
  check_round_trip(trajectory);
  for (const char* name : {"again.txt", "again.kitti", "again.g2o", "again.graph"})
    RUBBLE_ASSERT(trajectory::write_trajectory(fuzz::scratch_path(name), trajectory).ok());
  // Not every stamp fits EuRoC's nanoseconds.
  const auto euroc = trajectory::write_trajectory(fuzz::scratch_path("again.csv"), trajectory);
  if (!euroc) fuzz::check_sentence(euroc.error().to_string());
  const auto copied = trajectory::write_carmen(fuzz::scratch_path("again.clf"), path, trajectory);
  if (!copied) fuzz::check_sentence(copied.error().to_string());
}

void read_as(const std::string& path, std::optional<trajectory::TrajectoryFormat> format) {
  const auto trajectory = trajectory::read_trajectory(path, {.format = format});
  if (!trajectory) return fuzz::check_sentence(trajectory.error().to_string());
  check(*trajectory);
  if (!format) write_all(path, *trajectory);
}

void read_as_relations(const std::string& path) {
  const auto file = trajectory::read_relations(path);
  if (!file) return fuzz::check_sentence(file.error().to_string());
  check_remarks(file->remarks);
  for (const trajectory::Relation& relation : file->relations) {
    RUBBLE_ASSERT(std::isfinite(relation.stamp_i) && std::isfinite(relation.stamp_j));
    check_pose(relation.i_from_j);
    check_pose(trajectory::earlier_first(relation).i_from_j);
  }
  const std::string again = fuzz::scratch_path("again.relations");
  RUBBLE_ASSERT(trajectory::write_relations(again, file->relations).ok());
}

}  // namespace
}  // namespace rubble::trajectory

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  rubble::set_log_level(rubble::LogLevel::Quiet);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rubble;
  const std::string path = fuzz::scratch_file("trajectory", fuzz::bytes_of(data, size));
  trajectory::read_as(path, std::nullopt);
  for (const trajectory::TrajectoryFormat format : trajectory::kTextFormats)
    trajectory::read_as(path, format);
  trajectory::read_as_relations(path);
  return 0;
}
