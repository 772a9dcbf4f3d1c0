// SPDX-License-Identifier: Apache-2.0
#include "rubble/challenge/teams.h"

#include <algorithm>

#include "rubble/base/cpu_time.h"

namespace rubble::challenge {
namespace {

constexpr double kUsable = 5.0;     // m; a URG-04LX is specified for 4
constexpr double kFreeRange = 4.0;  // m

slam::PlanarScanSettings scan_settings(std::optional<double> laser_range, bool handles_ramps,
                                       bool has_inertial_heading) {
  slam::PlanarScanSettings settings;
  settings.max_hit_range = std::min(kUsable, laser_range.value_or(kUsable));
  settings.no_return_free_range = std::min(kFreeRange, laser_range.value_or(kFreeRange));
  settings.handles_ramps = handles_ramps;
  settings.uses_inertial_heading = has_inertial_heading;
  return settings;
}

// What the scans show from where somebody says to have been.
Result<maps::OccupancyMap> map_along(const trajectory::Trajectory& trajectory,
                                     const std::vector<slam::PlanarScan>& scans) {
  std::vector<slam::PlanarScan> placed;
  std::vector<Pose2> poses;
  for (const slam::PlanarScan& scan : scans)
    if (const auto pose = trajectory::plan_pose_at(trajectory.poses, scan.stamp)) {
      placed.push_back(scan);
      poses.push_back(*pose);
    }
  return slam::draw_map(placed, poses);
}

Result<void> map_as_baseline(const logs::RobotLog& log, TeamResult& result) {
  const double cpu_before = cpu_seconds();
  slam::GraphSlam slam({.method = result.team.method});
  const std::vector<slam::PlanarScan> scans = slam::planar_scans(log, result.team.scans);
  for (const slam::PlanarScan& scan : scans) slam.add_scan(scan);
  slam.finish();
  result.cpu_seconds = cpu_seconds() - cpu_before;
  result.report = slam.report();
  result.trajectory.is_planar = true;
  for (std::size_t i = 0; i < slam.poses().size(); ++i)
    result.trajectory.poses.push_back({scans[i].stamp, spatial(slam.poses()[i])});
  auto map = slam::draw_map(scans, slam.poses());
  if (!map) return map.error();
  result.map = *std::move(map);
  return {};
}

Result<void> take_from_guest(const logs::RobotLog& log, TeamResult& result) {
  const ChallengeTeam& team = result.team;
  auto trajectory = trajectory::read_trajectory(team.trajectory);
  if (!trajectory) return trajectory.error();
  result.trajectory = *std::move(trajectory);
  auto map = team.map.empty() ? map_along(result.trajectory, slam::planar_scans(log, team.scans))
                              : maps::read_map(team.map);
  if (!map) return map.error();
  result.map = *std::move(map);
  return {};
}

}  // namespace

std::vector<ChallengeTeam> challenge_teams(std::optional<double> laser_range) {
  using slam::SlamMethod;
  return {
      {"odometry only", "odometry", SlamMethod::Odometry, scan_settings(laser_range, true, false)},
      {"odometry and scan matching", "matching", SlamMethod::Matching,
       scan_settings(laser_range, true, true)},
      {"graph SLAM", "graph", SlamMethod::Graph, scan_settings(laser_range, true, true)}};
}

std::vector<ChallengeTeam> teams_without_ramp_handling(std::optional<double> laser_range) {
  using slam::SlamMethod;
  return {{"scan matching, ramps ignored", "matching_flat", SlamMethod::Matching,
           scan_settings(laser_range, false, true)},
          {"graph SLAM, ramps ignored", "graph_flat", SlamMethod::Graph,
           scan_settings(laser_range, false, true)}};
}

slam::PlanarScanSettings submission_scans(std::optional<double> laser_range) {
  return scan_settings(laser_range, true, true);
}

Result<TeamResult> run_baseline(const ChallengeTeam& team, const logs::RobotLog& log,
                                const trajectory::RelationFile& truth) {
  TeamResult result;
  result.team = team;
  const auto mapped =
      team.is_submission() ? take_from_guest(log, result) : map_as_baseline(log, result);
  if (!mapped) return mapped.error();
  auto assessment = evaluation::assess_relations(result.trajectory, truth);
  if (!assessment) return assessment.error();
  result.assessment = *std::move(assessment);
  return result;
}

}  // namespace rubble::challenge
