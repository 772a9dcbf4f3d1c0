// SPDX-License-Identifier: Apache-2.0
#include "rubble/logs/carmen_log_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rubble/serialization/text_output.h"

namespace rubble::logs {
namespace {

constexpr double kSickNothing = 81.91;  // m, "no return" of a SICK
constexpr double kSickMaxRange = 80.0;  // m, ranges end there and codes begin
constexpr double kMinUpright = 0.97;    // cosine of what is still level
constexpr int kMaxCarmenLasers = 2;

// 1: level, -1: level but upside down, 0: neither.
int level_side(const LaserMount& laser) {
  const double up = (laser.base_from_laser.rotation * Vec3::UnitZ()).z();
  return up > kMinUpright ? 1 : up < -kMinUpright ? -1 : 0;
}

// Readers know how 180 or 181 beams lie, or twice or half as many.
bool is_half_circle(const LaserScan& laser_scan, double max_range) {
  constexpr double kSame = 1e-4;  // rad
  if (std::abs(laser_scan.angle_min + kPi / 2) > kSame || max_range > kSickMaxRange) return false;
  for (const double whole : {90.0, 180.0, 360.0, 720.0}) {
    const auto count = static_cast<double>(laser_scan.ranges.size());
    if ((count == whole || count == whole + 1.0) &&
        std::abs(laser_scan.angle_increment - kPi / whole) < kSame / count)
      return true;
  }
  return false;
}

// The same scan of a laser that is turned over.
LaserScan turned_over(LaserScan laser_scan) {
  const double last = laser_scan.angle_min + static_cast<double>(laser_scan.ranges.size() - 1) *
                                                 laser_scan.angle_increment;
  std::reverse(laser_scan.ranges.begin(), laser_scan.ranges.end());
  laser_scan.angle_min = -last;
  return laser_scan;
}

class CarmenLogText {
 public:
  CarmenLogText(const std::string& path, const RobotLog& log) : out_(path), log_(log) {
    int next = 1;
    for (const LaserMount& laser : log.lasers) {
      const bool is_written = level_side(laser) != 0 && next <= kMaxCarmenLasers;
      numbers_.push_back(is_written ? next++ : 0);
      if (!is_written)
        report_.remarks.push_back(fmt::format(
            "'{}' is left out: {}", laser.name,
            level_side(laser) == 0 ? "it is not level" : "a CARMEN log has two lasers"));
    }
  }

  Result<CarmenLogReport> write() {
    out_ << "# A CARMEN log made by Rubble; stamps are those of the run.\n";
    std::size_t odometry = 0;
    for (std::size_t k = 0; k < log_.laser_scans.size(); ++k) {
      for (; odometry < log_.odometry.size() &&
             log_.odometry[odometry].stamp <= log_.laser_scans[k].stamp;
           ++odometry)
        write_odometry(odometry);
      write_scan(k);
    }
    for (; odometry < log_.odometry.size(); ++odometry) write_odometry(odometry);
    if (report_.scans == 0)
      return Error{{log_.path}, "none of its lasers is level; a CARMEN log has plans of the floor"};
    if (const auto finished = out_.finish(); !finished) return finished.error();
    return report_;
  }

 private:
  void write_pose(const Pose2& pose) {
    out_ << " " << pose.x << " " << pose.y << " " << pose.theta;
  }
  void write_end(double stamp) { out_ << " " << stamp << " rubble " << stamp << "\n"; }

  void write_odometry(std::size_t k) {
    const StampedOdometry& now = log_.odometry[k];
    const StampedOdometry& before = log_.odometry[k > 0 ? k - 1 : 0];
    const Pose2 step = before.pose.inverse() * now.pose;
    const double time = now.stamp - before.stamp;
    out_ << "ODOM";
    write_pose(now.pose);
    out_ << " " << (time > 0.0 ? step.x / time : 0.0);
    out_ << " " << (time > 0.0 ? wrap_angle(step.theta) / time : 0.0) << " 0";
    write_end(now.stamp);
    ++report_.odometry;
  }

  void write_scan(std::size_t k) {
    const auto laser = static_cast<std::size_t>(log_.laser_scans[k].laser);
    if (numbers_[laser] == 0) return;
    const LaserMount& mount = log_.lasers[laser];
    const LaserScan laser_scan =
        level_side(mount) > 0 ? log_.laser_scans[k] : turned_over(log_.laser_scans[k]);
    const Pose2 robot =
        log_.scan_odometry.empty() ? odometry_at(log_, laser_scan.stamp) : log_.scan_odometry[k];
    const bool is_plain = is_half_circle(laser_scan, mount.max_range);
    const double nothing = is_plain || mount.max_range <= 0.0 ? kSickNothing : mount.max_range;
    if (is_plain)
      out_ << (numbers_[laser] == 1 ? "FLASER" : "RLASER");
    else
      write_layout(laser_scan, numbers_[laser], nothing);
    out_ << fmt::format(" {}", laser_scan.ranges.size());
    for (const float range : laser_scan.ranges)
      out_ << (std::isnan(range) ? fmt::format(" {}", nothing) : fmt::format(" {}", range));
    if (!is_plain) out_ << " 0";  // no remissions
    write_pose(robot * planar(mount.base_from_laser));
    write_pose(robot);
    if (!is_plain) out_ << " 0 0 0 0 0";
    write_end(laser_scan.stamp);
    ++report_.scans;
  }

  // Type, first beam, field of view, resolution, maximum range, accuracy, no remissions.
  void write_layout(const LaserScan& laser_scan, int number, double max_range) {
    const auto steps = static_cast<double>(laser_scan.ranges.size() - 1);
    out_ << fmt::format("ROBOTLASER{} 0 ", number);
    out_ << laser_scan.angle_min << " " << steps * laser_scan.angle_increment << " "
         << laser_scan.angle_increment << " " << max_range << " 0.01 0";
  }

  TextOutput out_;
  const RobotLog& log_;
  std::vector<int> numbers_;  // 1 = front, 2 = rear, 0 = left out; by laser
  CarmenLogReport report_;
};

}  // namespace

Result<CarmenLogReport> write_carmen_log(const std::string& path, const RobotLog& log) {
  return CarmenLogText(path, log).write();
}

}  // namespace rubble::logs
