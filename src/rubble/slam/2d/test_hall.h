// SPDX-License-Identifier: Apache-2.0
// A hall with pillars that a robot drives around in, as its laser sees it, for tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "rubble/slam/2d/planar_scan.h"
#include "rubble/trajectory/trajectory.h"

namespace rubble::slam {

struct TestHall {
  // Walls as ends of lines: the outer ones, an inner block, and pillars that break the symmetry.
  std::vector<std::pair<Vec2, Vec2>> walls{
      {{0, 0}, {14, 0}}, {{14, 0}, {14, 10}}, {{14, 10}, {0, 10}}, {{0, 10}, {0, 0}},
      {{4, 4}, {10, 4}}, {{10, 4}, {10, 6}},  {{10, 6}, {4, 6}},   {{4, 6}, {4, 4}},
      {{0, 2}, {1, 2}},  {{12, 0}, {12, 1}},  {{14, 7}, {13, 7}},  {{3, 10}, {3, 9}},
      {{7, 10}, {8, 9}}, {{0, 6}, {1, 7}},    {{7, 0}, {7.5, 1}}};

  double range(const Vec2& from, double angle) const {
    const Vec2 along(std::cos(angle), std::sin(angle));
    double nearest = 30.0;
    for (const auto& [a, b] : walls) {
      const Vec2 wall = b - a, off = a - from;
      const double cross = along.x() * wall.y() - along.y() * wall.x();
      if (std::abs(cross) < 1e-12) continue;
      const double t = (off.x() * wall.y() - off.y() * wall.x()) / cross;
      const double u = (off.x() * along.y() - off.y() * along.x()) / cross;
      if (t > 0 && u >= 0 && u <= 1) nearest = std::min(nearest, t);
    }
    return nearest;
  }
  PlanarScan scan(double stamp, const Pose2& pose, int beams = 181) const {
    PlanarScan scan;
    scan.stamp = stamp;
    for (int k = 0; k < beams; ++k) {
      const double angle = kPi * (static_cast<double>(k) / (beams - 1) - 0.5);
      const double length = range(pose.position(), pose.theta + angle);
      scan.hits.emplace_back(static_cast<float>(length * std::cos(angle)),
                             static_cast<float>(length * std::sin(angle)));
    }
    return scan;
  }
};

struct TestDrive {
  std::vector<PlanarScan> scans;
  std::vector<Pose2> truth;
  std::vector<StampedPose> stamped;
};

// Around the inner block, 32 m a lap, 0.1 m and 0.2 s a scan; odometry turns a little too far.
inline TestDrive drive_around(int laps, double drift = 0.002) {
  const TestHall hall;
  const Vec2 corners[] = {{2, 2}, {12, 2}, {12, 8}, {2, 8}};
  TestDrive drive;
  Pose2 odometry, last;
  const auto add = [&](const Pose2& pose) {
    const double stamp = 100.0 + 0.2 * static_cast<double>(drive.scans.size());
    if (!drive.truth.empty()) {
      Pose2 step = last.inverse() * pose;
      step.theta += drift * (std::hypot(step.x, step.y) > 0.0 ? 1.0 : 0.0);
      odometry = odometry * step;
    } else {
      odometry = pose;
    }
    last = pose;
    drive.scans.push_back(hall.scan(stamp, pose));
    drive.scans.back().odometry = odometry;
    drive.truth.push_back(pose);
    drive.stamped.push_back({stamp, spatial(pose)});
  };
  for (int side = 0; side < 4 * laps; ++side) {
    const Vec2 from = corners[side % 4], to = corners[(side + 1) % 4];
    const double heading = std::atan2(to.y() - from.y(), to.x() - from.x());
    const int steps = static_cast<int>(std::lround((to - from).norm() / 0.1));
    for (int k = 0; k < steps; ++k) {
      const Vec2 at = from + (to - from) * (static_cast<double>(k) / steps);
      add({at.x(), at.y(), heading});
    }
    for (int k = 1; k < 10; ++k) add({to.x(), to.y(), wrap_angle(heading + k * kPi / 20)});
  }
  return drive;
}

}  // namespace rubble::slam
