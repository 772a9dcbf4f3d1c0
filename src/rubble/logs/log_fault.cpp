// SPDX-License-Identifier: Apache-2.0
#include "rubble/logs/log_fault.h"

#include <algorithm>

namespace rubble::logs {
namespace {

struct LaserWord {
  const char* word;
  LaserFault fault;
};
constexpr LaserWord kLaserWords[] = {{"mirrored", LaserFault::Mirrored},
                                     {"upside-down", LaserFault::Mirrored},
                                     {"backwards", LaserFault::Backwards},
                                     {"mirrored-backwards", LaserFault::MirroredBackwards}};
struct OdometryWord {
  const char* word;
  OdometryFault fault;
};
constexpr OdometryWord kOdometryWords[] = {
    {"mirrored", OdometryFault::Mirrored}, {"turn", OdometryFault::Turn}, {"y", OdometryFault::Y}};

}  // namespace

bool has_mirrored_beams(LaserFault fault) {
  return fault == LaserFault::Mirrored || fault == LaserFault::MirroredBackwards;
}
bool looks_backwards(LaserFault fault) {
  return fault == LaserFault::Backwards || fault == LaserFault::MirroredBackwards;
}

std::optional<LaserFault> laser_fault(const std::string& word) {
  for (const LaserWord& known : kLaserWords)
    if (known.word == word) return known.fault;
  return std::nullopt;
}

std::optional<OdometryFault> odometry_fault(const std::string& word) {
  for (const OdometryWord& known : kOdometryWords)
    if (known.word == word) return known.fault;
  return std::nullopt;
}

const char* word_for(LaserFault fault) {
  for (const LaserWord& known : kLaserWords)
    if (known.fault == fault) return known.word;
  return "right";
}

const char* word_for(OdometryFault fault) {
  for (const OdometryWord& known : kOdometryWords)
    if (known.fault == fault) return known.word;
  return "right";
}

Pose2 corrected(const Pose2& odometry, OdometryFault fault) {
  const bool flips_y = fault == OdometryFault::Mirrored || fault == OdometryFault::Y;
  const bool flips_turn = fault == OdometryFault::Mirrored || fault == OdometryFault::Turn;
  return {odometry.x, flips_y ? -odometry.y : odometry.y,
          flips_turn ? -odometry.theta : odometry.theta};
}

void correct(LaserScan& laser_scan, LaserFault fault) {
  if (!has_mirrored_beams(fault) || laser_scan.ranges.empty()) return;
  // The beam at an angle becomes the one at minus it.
  const double last = laser_scan.angle_min + static_cast<double>(laser_scan.ranges.size() - 1) *
                                                 laser_scan.angle_increment;
  std::reverse(laser_scan.ranges.begin(), laser_scan.ranges.end());
  laser_scan.angle_min = -last;
}

void correct(LaserMount& laser, LaserFault fault) {
  if (!looks_backwards(fault)) return;
  laser.base_from_laser.rotation = laser.base_from_laser.rotation * quat_from({0.0, 0.0, kPi});
}

void correct(RobotLog& log, const LogFault& fault) {
  for (LaserScan& laser_scan : log.laser_scans) correct(laser_scan, fault.laser);
  for (LaserMount& laser : log.lasers) correct(laser, fault.laser);
  if (fault.odometry == OdometryFault::None) return;
  for (StampedOdometry& moment : log.odometry) moment.pose = corrected(moment.pose, fault.odometry);
  for (Pose2& pose : log.scan_odometry) pose = corrected(pose, fault.odometry);
}

}  // namespace rubble::logs
