// SPDX-License-Identifier: Apache-2.0
// Trajectories as tables of numbers: TUM, KITTI, EuRoC and 2-D text.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "rubble/serialization/number_limits.h"
#include "rubble/serialization/number_rows.h"
#include "rubble/trajectory/readers.h"

namespace rubble::trajectory {
namespace {

constexpr std::size_t kAnyColumns = 1000;
constexpr double kUnitTolerance = 1e-3;  // of a quaternion's length, or of a matrix
constexpr double kUnitBits = 1e-14;

// Takes poses until there are too many, and counts the rotations that were none.
class PoseCollector {
 public:
  std::optional<std::string> add(double stamp, const Vec3& position, Quat rotation, int line) {
    const double length = rotation.norm();
    if (!(length > 1e-6)) return "the quaternion is zero, which is no rotation";
    if (!(length < 1e6)) return "the quaternion is too large for a rotation";
    if (std::abs(length - 1.0) > kUnitTolerance) count_unlike_rotation(line);
    // What was written with all its digits keeps them.
    if (std::abs(length - 1.0) > kUnitBits) rotation.coeffs() /= length;
    return add({stamp, {position, rotation}});
  }

  std::optional<std::string> add(const StampedPose& pose) {
    if (!is_stamp(pose.stamp) || !is_position(pose.pose.position)) return kTooLarge;
    if (raw.trajectory.poses.size() == kMaxPoses)
      return "there are more than 25 million poses; cut the file into pieces";
    raw.trajectory.poses.push_back(pose);
    return std::nullopt;
  }

  void count_unlike_rotation(int line) {
    if (unlike_rotations_++ == 0) first_unlike_rotation_ = line;
  }

  void remark_rotations(const char* what) {
    if (unlike_rotations_ > 0)
      raw.trajectory.remarks.push_back(
          fmt::format("{} {} (the first in line {}); they were made so.", unlike_rotations_, what,
                      first_unlike_rotation_));
  }

  RawTrajectory raw;

 private:
  std::size_t unlike_rotations_ = 0;
  int first_unlike_rotation_ = 0;
};

Pose pose_in_row(const std::vector<double>& n, std::size_t qx, std::size_t qw) {
  return {Vec3(n[1], n[2], n[3]), Quat(n[qw], n[qx], n[qx + 1], n[qx + 2])};
}

// A heading may say that the scalar is last, against the format.
bool says_scalar_last(std::string_view heading) {
  std::vector<std::string> names(1);
  for (const char letter : heading) {
    if (letter == ',') names.emplace_back();
    // A unit in brackets is not part of the name.
    if (std::isalnum(static_cast<unsigned char>(letter)) && letter != ',') names.back() += letter;
  }
  const auto is_scalar = [](const std::string& name) {
    return name.starts_with('q') && name.ends_with('w');
  };
  return names.size() >= 8 && is_scalar(names[7]) && !is_scalar(names[4]);
}

// Its columns made upright to each other, the first leading.
Result<Mat3> nearest_rotation(const Mat3& matrix) {
  constexpr double kMaxTerm = 1e3;
  if (!(matrix.determinant() > 0.1) || matrix.cwiseAbs().maxCoeff() > kMaxTerm)
    return Error{{}, "the left three columns are no rotation"};
  const Vec3 x = matrix.col(0).normalized();
  const Vec3 z = x.cross(Vec3(matrix.col(1))).normalized();
  Mat3 rotation;
  rotation << x, z.cross(x), z;
  return rotation;
}

Result<void> apply_times(const std::string& path, RawTrajectory& raw) {
  Trajectory& trajectory = raw.trajectory;
  const auto times =
      read_times(path, trajectory.poses.size(), trajectory.path, raw.facts, trajectory.remarks);
  if (!times) return times.error();
  for (std::size_t i = 0; i < times->size(); ++i) trajectory.poses[i].stamp = (*times)[i];
  trajectory.has_stamps = true;
  return {};
}

std::optional<std::string> take_matrix(const NumberRow& row, PoseCollector& poses) {
  Mat3 matrix;
  Vec3 position;
  for (int i = 0; i < 3; ++i) {
    const auto first = static_cast<std::size_t>(4 * i);
    matrix.row(i) << row.numbers[first], row.numbers[first + 1], row.numbers[first + 2];
    position(i) = row.numbers[first + 3];
  }
  const auto rotation = nearest_rotation(matrix);
  if (!rotation) return rotation.error().message;
  if ((*rotation - matrix).cwiseAbs().maxCoeff() > kUnitTolerance)
    poses.count_unlike_rotation(row.line);
  const auto index = static_cast<double>(poses.raw.trajectory.poses.size());
  return poses.add({index, {position, Quat(*rotation).normalized()}});
}

}  // namespace

Result<std::vector<double>> read_times(const std::string& path, std::size_t poses,
                                       const std::string& owner, StampFacts& facts,
                                       std::vector<std::string>& remarks) {
  std::vector<double> times;
  const auto read = for_each_row(path, {1, 1, "one stamp a line", {}}, remarks,
                                 [&](const NumberRow& row) -> std::optional<std::string> {
                                   if (times.size() == kMaxPoses) return "too many stamps";
                                   if (!is_stamp(row.numbers[0])) return kTooLarge;
                                   facts.look_at(row.words[0]);
                                   times.push_back(row.numbers[0]);
                                   return std::nullopt;
                                 });
  if (!read) return read.error();
  if (times.size() != poses)
    return Error{{path},
                 fmt::format("has {} stamps for the {} poses of '{}'; each pose wants one",
                             times.size(), poses, owner)};
  return times;
}

Result<RawTrajectory> read_tum(const std::string& path) {
  PoseCollector poses;
  const auto read =
      for_each_row(path, {8, 8, "timestamp tx ty tz qx qy qz qw", {}}, poses.raw.trajectory.remarks,
                   [&](const NumberRow& row) {
                     const Pose pose = pose_in_row(row.numbers, 4, 7);
                     poses.raw.facts.look_at(row.words[0]);
                     return poses.add(row.numbers[0], pose.position, pose.rotation, row.line);
                   });
  if (!read) return read.error();
  poses.remark_rotations("quaternions are not of length 1");
  return std::move(poses.raw);
}

Result<RawTrajectory> read_euroc(const std::string& path) {
  PoseCollector poses;
  bool is_scalar_last = false;
  const auto see_heading = [&](std::string_view heading) {
    is_scalar_last = is_scalar_last || says_scalar_last(heading);
  };
  const auto read =
      for_each_row(path, {8, kAnyColumns, "timestamp[ns], px, py, pz, qw, qx, qy, qz", see_heading},
                   poses.raw.trajectory.remarks, [&](const NumberRow& row) {
                     const Pose pose = is_scalar_last ? pose_in_row(row.numbers, 4, 7)
                                                      : pose_in_row(row.numbers, 5, 4);
                     poses.raw.facts.look_at(row.words[0]);
                     return poses.add(row.numbers[0], pose.position, pose.rotation, row.line);
                   });
  if (!read) return read.error();
  if (is_scalar_last)
    poses.raw.trajectory.remarks.push_back("The heading puts the quaternion's scalar last.");
  poses.remark_rotations("quaternions are not of length 1");
  return std::move(poses.raw);
}

Result<RawTrajectory> read_planar(const std::string& path) {
  PoseCollector poses;
  const auto read =
      for_each_row(path, {4, 4, "timestamp x y theta", {}}, poses.raw.trajectory.remarks,
                   [&](const NumberRow& row) {
                     const std::vector<double>& n = row.numbers;
                     if (!is_pose({n[1], n[2], n[3]})) return std::optional<std::string>(kTooLarge);
                     poses.raw.facts.look_at(row.words[0]);
                     return poses.add({n[0], make_pose(n[1], n[2], 0.0, 0.0, 0.0, n[3])});
                   });
  if (!read) return read.error();
  return std::move(poses.raw);
}

Result<RawTrajectory> read_kitti(const std::string& path, const std::string& times) {
  PoseCollector poses;
  Trajectory& trajectory = poses.raw.trajectory;
  trajectory.has_stamps = false;
  trajectory.path = path;
  const auto read = for_each_row(path, {12, 12, "the upper 3x4 of the pose matrix row by row", {}},
                                 trajectory.remarks,
                                 [&](const NumberRow& row) { return take_matrix(row, poses); });
  if (!read) return read.error();
  poses.remark_rotations("matrices are no rotations to 3 digits");
  std::error_code code;
  const std::string beside = path + ".times";
  const bool is_beside = times.empty() && std::filesystem::is_regular_file(beside, code);
  if (is_beside) trajectory.remarks.push_back("Its stamps stand in '" + beside + "'.");
  if (!times.empty() || is_beside) {
    const auto applied = apply_times(is_beside ? beside : times, poses.raw);
    if (!applied) return applied.error();
  }
  return std::move(poses.raw);
}

}  // namespace rubble::trajectory
