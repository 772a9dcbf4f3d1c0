// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rubble/serialization/text_output.h"
#include "rubble/trajectory/round_trip_angles.h"
#include "rubble/trajectory/trajectory.h"

namespace rubble::trajectory {
namespace {

void write_number(TextOutput& out, double number, std::string_view before = " ") {
  out << before << number;
}

void write_position(TextOutput& out, const Pose& pose) {
  write_number(out, pose.position.x());
  write_number(out, pose.position.y());
  write_number(out, pose.position.z());
}

void write_scalar_last(TextOutput& out, const Quat& rotation) {
  write_number(out, rotation.x());
  write_number(out, rotation.y());
  write_number(out, rotation.z());
  write_number(out, rotation.w());
}

void write_planar_pose(TextOutput& out, const Pose& pose) {
  write_number(out, pose.position.x());
  write_number(out, pose.position.y());
  write_number(out, round_trip_angles(pose.rotation).yaw);
}

void write_tum(TextOutput& out, const Trajectory& trajectory) {
  out << "# timestamp tx ty tz qx qy qz qw\n";
  for (const StampedPose& pose : trajectory.poses) {
    out << pose.stamp;
    write_position(out, pose.pose);
    write_scalar_last(out, pose.pose.rotation);
    out << "\n";
  }
}

void write_planar(TextOutput& out, const Trajectory& trajectory) {
  out << "# timestamp x y theta\n";
  for (const StampedPose& pose : trajectory.poses) {
    out << pose.stamp;
    write_planar_pose(out, pose.pose);
    out << "\n";
  }
}

void write_euroc(TextOutput& out, const Trajectory& trajectory) {
  out << "#timestamp[ns],p_x[m],p_y[m],p_z[m],q_w[],q_x[],q_y[],q_z[]\n";
  for (const StampedPose& pose : trajectory.poses) {
    const Vec3& p = pose.pose.position;
    const Quat& q = pose.pose.rotation;
    out << fmt::format("{}", std::llround(pose.stamp * 1e9));
    for (const double number : {p.x(), p.y(), p.z(), q.w(), q.x(), q.y(), q.z()})
      write_number(out, number, ",");
    out << "\n";
  }
}

void write_kitti(TextOutput& out, const Trajectory& trajectory) {
  for (const StampedPose& pose : trajectory.poses) {
    const Mat3 rotation = pose.pose.rotation.toRotationMatrix();
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column)
        write_number(out, rotation(row, column), row + column == 0 ? "" : " ");
      write_number(out, pose.pose.position(row));
    }
    out << "\n";
  }
}

Result<void> write_times(const std::string& path, const Trajectory& trajectory) {
  TextOutput out(path);
  for (const StampedPose& pose : trajectory.poses) out << pose.stamp << "\n";
  return out.finish();
}

void write_graph_vertices(TextOutput& out, const Trajectory& trajectory, bool is_toro) {
  const char* const planar_tag = is_toro ? "VERTEX2 " : "VERTEX_SE2 ";
  const char* const spatial_tag = is_toro ? "VERTEX3 " : "VERTEX_SE3:QUAT ";
  for (std::size_t i = 0; i < trajectory.poses.size(); ++i) {
    const Pose& pose = trajectory.poses[i].pose;
    const std::string id = std::to_string(i);
    if (trajectory.has_stamps) out << "# STAMP " << id << " " << trajectory.poses[i].stamp << "\n";
    out << (trajectory.is_planar ? planar_tag : spatial_tag) << id;
    if (trajectory.is_planar) {
      write_planar_pose(out, pose);
    } else {
      write_position(out, pose);
      const RollPitchYaw angles = round_trip_angles(pose.rotation);
      if (is_toro)
        for (const double angle : {angles.roll, angles.pitch, angles.yaw}) write_number(out, angle);
      else
        write_scalar_last(out, pose.rotation);
    }
    out << "\n";
  }
}

std::optional<TrajectoryFormat> format_by_end(const std::string& path) {
  constexpr std::pair<std::string_view, TrajectoryFormat> kEnds[] = {
      {".tum", TrajectoryFormat::Tum},     {".txt", TrajectoryFormat::Planar},
      {".kitti", TrajectoryFormat::Kitti}, {".csv", TrajectoryFormat::Euroc},
      {".g2o", TrajectoryFormat::G2o},     {".graph", TrajectoryFormat::Toro},
      {".toro", TrajectoryFormat::Toro},   {".clf", TrajectoryFormat::Carmen},
      {".log", TrajectoryFormat::Carmen},  {".mcap", TrajectoryFormat::Recording}};
  for (const auto& [end, format] : kEnds)
    if (path.ends_with(end)) return format;
  return std::nullopt;
}

// Nanoseconds are whole numbers of 64 bits.
constexpr double kLastSecond = 9.2e9;
bool fit_nanoseconds(const Trajectory& trajectory) {
  return std::all_of(trajectory.poses.begin(), trajectory.poses.end(),
                     [](const auto& pose) { return std::abs(pose.stamp) < kLastSecond; });
}

}  // namespace

Result<TrajectoryFormat> format_to_write(const std::string& path,
                                         std::optional<TrajectoryFormat> format) {
  if (!format) format = format_by_end(path);
  if (!format)
    return Error{{path},
                 "cannot tell the format by this name: end it with .tum, .txt (2-D text), .kitti, "
                 ".csv (EuRoC), .g2o or .graph (TORO), or say it (" +
                     trajectory_format_words() + ")"};
  if (*format == TrajectoryFormat::Recording || *format == TrajectoryFormat::Usarsim)
    return Error{{path},
                 "recordings and message logs come from runs; a trajectory is not written as one"};
  if (*format == TrajectoryFormat::Carmen || *format == TrajectoryFormat::CarmenOdometry ||
      *format == TrajectoryFormat::CarmenTruth)
    return Error{{path},
                 "a corrected CARMEN log repeats the scans of the log it came from; say "
                 "which log that is"};
  return *format;
}

Result<void> write_trajectory(const std::string& path, const Trajectory& trajectory,
                              std::optional<TrajectoryFormat> asked) {
  const auto format = format_to_write(path, asked);
  if (!format) return format.error();
  if (*format == TrajectoryFormat::Euroc && !fit_nanoseconds(trajectory))
    return Error{{path}, "its stamps are too large for nanoseconds, which EuRoC's are"};
  TextOutput out(path);
  switch (*format) {
    case TrajectoryFormat::Planar:
      write_planar(out, trajectory);
      break;
    case TrajectoryFormat::Kitti:
      write_kitti(out, trajectory);
      break;
    case TrajectoryFormat::Euroc:
      write_euroc(out, trajectory);
      break;
    case TrajectoryFormat::G2o:
      write_graph_vertices(out, trajectory, false);
      break;
    case TrajectoryFormat::Toro:
      write_graph_vertices(out, trajectory, true);
      break;
    default:
      write_tum(out, trajectory);
      break;
  }
  const auto finished = out.finish();
  if (!finished || *format != TrajectoryFormat::Kitti || !trajectory.has_stamps) return finished;
  return write_times(path + ".times", trajectory);
}

}  // namespace rubble::trajectory
