// SPDX-License-Identifier: Apache-2.0
#include "rubble/challenge/beam_classification.h"

#include <cmath>

#include "rubble/sim/simulation.h"
#include "rubble/slam/2d/leveling.h"

namespace rubble::challenge {
namespace {

constexpr double kUpright = 0.5;  // z of a wall's normal, at most

double share_of(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

const StampedPose* truth_at(const logs::RobotLog& log, double stamp) {
  constexpr double kSameMoment = 1e-3;  // s
  for (const StampedPose& pose : log.truth)
    if (std::abs(pose.stamp - stamp) < kSameMoment) return &pose;
  return nullptr;
}

void judge_sweep(const physics::Physics& physics, const logs::LaserMount& mount,
                 const logs::LaserScan& sweep, const slam::TiltAndHeight& stance, const Pose& truth,
                 BeamClassification& judgement) {
  const Pose world_from_laser = truth * mount.base_from_laser;
  for (std::size_t i = 0; i < sweep.ranges.size(); ++i) {
    const double range = static_cast<double>(sweep.ranges[i]);
    if (!(range > 0.1) || range >= mount.max_range) continue;
    const double angle = sweep.angle_min + static_cast<double>(i) * sweep.angle_increment;
    const Vec3 direction = world_from_laser.rotation * Vec3(std::cos(angle), std::sin(angle), 0.0);
    const Vec3& from = world_from_laser.position;
    const auto hit = physics.first_hit(from, from + mount.max_range * direction);
    const bool is_wall = hit && std::abs(hit->normal_world.z()) < kUpright;
    const bool is_kept = range <= slam::max_wall_range(mount, stance, angle);
    judgement += {1, is_wall ? 1 : 0, is_kept ? 1 : 0, is_wall && is_kept ? 1 : 0};
  }
}

// Errors over a metre of the true way, of one kind of dead reckoning.
void judge_steps(const logs::RobotLog& log, const std::vector<logs::StampedOdometry>& moments,
                 double& way_error, double& turn_error) {
  double way_sum = 0.0, turn_sum = 0.0, gone = 0.0;
  int count = 0;
  std::size_t begin = 0;
  for (std::size_t i = 1; i < log.truth.size(); ++i) {
    gone += (log.truth[i].pose.position - log.truth[i - 1].pose.position).head<2>().norm();
    if (gone < 1.0) continue;
    const auto step = [&](const Pose2& from, const Pose2& to) { return from.inverse() * to; };
    const Pose2 truth = step(planar(log.truth[begin].pose), planar(log.truth[i].pose));
    const Pose2 told = step(logs::odometry_at(moments, log.truth[begin].stamp),
                            logs::odometry_at(moments, log.truth[i].stamp));
    const Pose2 error = truth.inverse() * told;
    way_sum += error.position().squaredNorm();
    turn_sum += error.theta * error.theta;
    ++count;
    begin = i;
    gone = 0.0;
  }
  if (count == 0) return;
  way_error = std::sqrt(way_sum / count);
  turn_error = std::sqrt(turn_sum / count);
}

}  // namespace

double BeamClassification::right_share() const { return share_of(kept_walls, kept); }
double BeamClassification::kept_share() const { return share_of(kept_walls, walls); }
double BeamClassification::right_unhandled() const { return share_of(walls, returns); }

BeamClassification& BeamClassification::operator+=(const BeamClassification& other) {
  returns += other.returns;
  walls += other.walls;
  kept += other.kept;
  kept_walls += other.kept_walls;
  return *this;
}

BeamClassification classify_beams(const logs::RobotLog& log, World world, int every) {
  const sim::Simulation simulation(std::move(world), {});
  const std::vector<slam::TiltAndHeight> tilts_and_heights = slam::tilts_and_heights(log);
  const int upright = slam::upright_laser(log);
  BeamClassification judgement;
  int count = 0;
  for (std::size_t i = 0; i < log.laser_scans.size(); ++i) {
    const logs::LaserScan& sweep = log.laser_scans[i];
    if (sweep.laser == upright || count++ % every != 0) continue;
    if (const StampedPose* truth = truth_at(log, sweep.stamp))
      judge_sweep(simulation.physics(), log.lasers[static_cast<std::size_t>(sweep.laser)], sweep,
                  tilts_and_heights[i], truth->pose, judgement);
  }
  return judgement;
}

OdometryDrift measure_odometry_drift(const logs::RobotLog& log) {
  OdometryDrift judgement;
  judge_steps(log, log.odometry, judgement.wheels, judgement.wheels_turn);
  judge_steps(log, slam::inertial_odometry(log), judgement.inertial, judgement.inertial_turn);
  return judgement;
}

}  // namespace rubble::challenge
