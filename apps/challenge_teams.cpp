// SPDX-License-Identifier: Apache-2.0
#include "apps/challenge_teams.h"

#include "apps/support.h"

namespace rubble::apps {
namespace {

constexpr double kUsable = 5.0;  // m; a URG-04LX is specified for 4

mapping::PlanarScanSettings scan_settings(bool handles_ramps, bool has_inertial_heading) {
  mapping::PlanarScanSettings settings;
  settings.usable_range = kUsable;
  settings.free_range = 4.0;
  settings.handles_ramps = handles_ramps;
  settings.uses_inertial_heading = has_inertial_heading;
  return settings;
}

}  // namespace

std::vector<ChallengeTeam> challenge_teams() {
  using mapping::SlamMethod;
  return {
      {"odometry only", "odometry", SlamMethod::Odometry, scan_settings(true, false)},
      {"odometry and scan matching", "matching", SlamMethod::Matching, scan_settings(true, true)},
      {"graph SLAM", "graph", SlamMethod::Graph, scan_settings(true, true)}};
}

std::vector<ChallengeTeam> teams_without_ramp_handling() {
  using mapping::SlamMethod;
  return {
      {"scan matching, ramps ignored", "matching_flat", SlamMethod::Matching,
       scan_settings(false, true)},
      {"graph SLAM, ramps ignored", "graph_flat", SlamMethod::Graph, scan_settings(false, true)}};
}

Result<TeamResult> let_map(const ChallengeTeam& team, const mapping::RobotLog& log,
                           const mapping::RelationFile& truth) {
  TeamResult result;
  result.team = team;
  const double cpu_before = cpu_seconds();
  mapping::GraphSlam slam({.method = team.method});
  const std::vector<mapping::PlanarScan> scans = mapping::planar_scans(log, team.scans);
  for (const mapping::PlanarScan& scan : scans) slam.take(scan);
  slam.finish();
  result.cpu_seconds = cpu_seconds() - cpu_before;
  result.report = slam.report();
  result.trajectory.is_planar = true;
  for (std::size_t i = 0; i < slam.poses().size(); ++i)
    result.trajectory.poses.push_back({scans[i].stamp, spatial(slam.poses()[i])});
  auto assessment = evaluation::assess_relations(result.trajectory, truth);
  if (!assessment) return assessment.error();
  result.assessment = *std::move(assessment);
  auto map = mapping::draw_map(scans, slam.poses());
  if (!map) return map.error();
  result.map = *std::move(map);
  return result;
}

}  // namespace rubble::apps
