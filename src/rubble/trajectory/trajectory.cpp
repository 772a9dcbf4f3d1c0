// SPDX-License-Identifier: Apache-2.0
#include "rubble/trajectory/trajectory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rubble/trajectory/file_format.h"
#include "rubble/trajectory/readers.h"

namespace rubble::trajectory {
namespace {

constexpr double kStampTolerance = 1e-3;  // s; stamps may have lost digits in conversion

struct FormatWord {
  const char* word;
  TrajectoryFormat format;
};
constexpr FormatWord kFormatWords[] = {
    {"tum", TrajectoryFormat::Tum},
    {"kitti", TrajectoryFormat::Kitti},
    {"euroc", TrajectoryFormat::Euroc},
    {"2d", TrajectoryFormat::Planar},
    {"carmen", TrajectoryFormat::Carmen},
    {"carmen-odom", TrajectoryFormat::CarmenOdometry},
    {"carmen-truth", TrajectoryFormat::CarmenTruth},
    {"g2o", TrajectoryFormat::G2o},
    {"toro", TrajectoryFormat::Toro},
    {"usarsim", TrajectoryFormat::Usarsim},
    {"mcap", TrajectoryFormat::Recording},
};

Result<TrajectoryFormat> format_by_content(const std::string& path) {
  const auto kind = detect_format(path);
  if (!kind) return kind.error();
  switch (*kind) {
    case FileFormat::Tum:
      return TrajectoryFormat::Tum;
    case FileFormat::Kitti:
      return TrajectoryFormat::Kitti;
    case FileFormat::Euroc:
      return TrajectoryFormat::Euroc;
    case FileFormat::Planar:
      return TrajectoryFormat::Planar;
    case FileFormat::Carmen:
      return TrajectoryFormat::Carmen;
    case FileFormat::G2o:
      return TrajectoryFormat::G2o;
    case FileFormat::Toro:
      return TrajectoryFormat::Toro;
    case FileFormat::Usarsim:
      return TrajectoryFormat::Usarsim;
    case FileFormat::Recording:
      return TrajectoryFormat::Recording;
    default:
      return Error{{path},
                   std::string("this looks like ") + name_of(*kind) +
                       ", which is no trajectory; if it is one, say its format (" +
                       trajectory_format_words() + ")"};
  }
}

Result<RawTrajectory> read_raw(const std::string& path, TrajectoryFormat format,
                               const TrajectoryReading& how) {
  switch (format) {
    case TrajectoryFormat::Tum:
      return read_tum(path);
    case TrajectoryFormat::Kitti:
      return read_kitti(path, how.times);
    case TrajectoryFormat::Euroc:
      return read_euroc(path);
    case TrajectoryFormat::Planar:
      return read_planar(path);
    case TrajectoryFormat::Carmen:
      return read_carmen_scans(path);
    case TrajectoryFormat::CarmenOdometry:
      return read_carmen_odometry(path);
    case TrajectoryFormat::CarmenTruth:
      return read_carmen_truth(path);
    case TrajectoryFormat::G2o:
    case TrajectoryFormat::Toro:
      return read_graph_vertices(path, how.times);
    case TrajectoryFormat::Usarsim:
      return read_told_truth(path);
    case TrajectoryFormat::Recording:
      return read_recorded_truth(path, how.robot);
  }
  return Error{{path}, "unknown format"};
}

std::vector<double> stamps_of(const Trajectory& trajectory) {
  std::vector<double> stamps;
  stamps.reserve(trajectory.poses.size());
  for (const StampedPose& pose : trajectory.poses) stamps.push_back(pose.stamp);
  return stamps;
}

void sort_by_stamps(Trajectory& trajectory) {
  std::size_t backward = 0;
  for (std::size_t i = 1; i < trajectory.poses.size(); ++i)
    if (trajectory.poses[i].stamp < trajectory.poses[i - 1].stamp) ++backward;
  if (backward == 0) return;
  std::stable_sort(trajectory.poses.begin(), trajectory.poses.end(),
                   [](const auto& one, const auto& other) { return one.stamp < other.stamp; });
  trajectory.remarks.push_back(fmt::format(
      "Stamps go back {} times; the poses were put in the order of their stamps.", backward));
}

// EuRoC's stamps are nanoseconds by definition, so that nothing is said of them.
Result<void> put_stamps_right(const std::string& path, bool is_euroc, RawTrajectory& raw) {
  Trajectory& trajectory = raw.trajectory;
  sort_by_stamps(trajectory);
  const std::vector<double> sorted = stamps_of(trajectory);
  if (const auto mixed = mixed_stamps(sorted))
    return Error{{path},
                 fmt::format("its stamps are of different units: some are about {:.10g}, others "
                             "about {:.10g}; write all of them in seconds",
                             mixed->low, mixed->high)};
  const StampUnit unit = stamp_unit(sorted);
  if (unit.per_second > 1.0)
    for (StampedPose& pose : trajectory.poses) pose.stamp /= unit.per_second;
  if (unit.per_second > 1.0 && !is_euroc)
    trajectory.remarks.push_back(
        fmt::format("Stamps are in {}; they were turned into seconds.", unit.name));
  const std::string shared = shared_stamps_remark(sorted, raw.facts, "poses");
  if (!shared.empty()) trajectory.remarks.push_back(shared);
  return {};
}

bool is_on_the_plane(const StampedPose& pose) {
  constexpr double kFlat = 1e-9;
  const Quat& rotation = pose.pose.rotation;
  return std::abs(pose.pose.position.z()) < kFlat && std::abs(rotation.x()) < kFlat &&
         std::abs(rotation.y()) < kFlat;
}

}  // namespace

std::optional<TrajectoryFormat> trajectory_format(const std::string& word) {
  for (const FormatWord& known : kFormatWords)
    if (known.word == word) return known.format;
  return std::nullopt;
}

std::string trajectory_format_words() {
  std::string words;
  for (const FormatWord& known : kFormatWords)
    words += (words.empty() ? "" : ", ") + std::string(known.word);
  return words;
}

Result<Trajectory> read_trajectory(const std::string& path, const TrajectoryReading& how) {
  const auto format = how.format ? Result(*how.format) : format_by_content(path);
  if (!format) return format.error();
  auto raw = read_raw(path, *format, how);
  if (!raw) return raw.error();
  Trajectory& trajectory = raw->trajectory;
  trajectory.path = path;
  if (trajectory.poses.empty()) return Error{{path}, "there is not one pose in this file"};
  if (trajectory.has_stamps) {
    const auto done = put_stamps_right(path, *format == TrajectoryFormat::Euroc, *raw);
    if (!done) return done.error();
  }
  trajectory.is_planar =
      std::all_of(trajectory.poses.begin(), trajectory.poses.end(), is_on_the_plane);
  return std::move(trajectory);
}

std::optional<Pose2> plan_pose_at(const std::vector<StampedPose>& poses, double stamp) {
  const auto after =
      std::lower_bound(poses.begin(), poses.end(), stamp,
                       [](const StampedPose& pose, double sought) { return pose.stamp < sought; });
  const auto is_near = [&](const StampedPose& pose) {
    return std::abs(pose.stamp - stamp) <= kStampTolerance;
  };
  const bool has_before = after != poses.begin();
  if (after != poses.end() && is_near(*after) &&
      !(has_before && stamp - (after - 1)->stamp < after->stamp - stamp))
    return planar(after->pose);
  if (has_before && is_near(*(after - 1))) return planar((after - 1)->pose);
  if (!has_before || after == poses.end()) return std::nullopt;
  const Pose2 from = planar((after - 1)->pose), to = planar(after->pose);
  const double share = (stamp - (after - 1)->stamp) / (after->stamp - (after - 1)->stamp);
  return Pose2{std::lerp(from.x, to.x, share), std::lerp(from.y, to.y, share),
               wrap_angle(from.theta + share * wrap_angle(to.theta - from.theta))};
}

}  // namespace rubble::trajectory
