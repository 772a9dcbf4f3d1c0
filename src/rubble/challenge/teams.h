// SPDX-License-Identifier: Apache-2.0
// The second half of the Interleague Challenge: teams map the log and are scored.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rubble/evaluation/map_score.h"
#include "rubble/evaluation/relation_metric.h"
#include "rubble/logs/robot_log.h"
#include "rubble/maps/occupancy_map.h"
#include "rubble/slam/2d/graph_slam.h"
#include "rubble/slam/2d/occupancy_mapping.h"

namespace rubble::challenge {

// A participant: a baseline, or a submission of files.
struct ChallengeTeam {
  std::string name;
  std::string word;  // used in file names
  slam::SlamMethod method = slam::SlamMethod::Graph;
  slam::PlanarScanSettings scans = {};
  std::string trajectory = {};  // file of a submission; empty: a baseline
  std::string map = {};         // likewise; empty: drawn from the log along the trajectory

  bool is_submission() const { return !trajectory.empty(); }
};

// Odometry only, odometry and scan matching, graph SLAM; and the last two again with a flat-floor
// assumption. They use returns up to laser_range (m), limited to the usable range.
std::vector<ChallengeTeam> challenge_teams(std::optional<double> laser_range = {});
std::vector<ChallengeTeam> teams_without_ramp_handling(std::optional<double> laser_range = {});
// Settings for the maps of submissions.
slam::PlanarScanSettings submission_scans(std::optional<double> laser_range);

struct TeamResult {
  ChallengeTeam team;
  trajectory::Trajectory trajectory;
  evaluation::RelationAssessment assessment;
  slam::SlamReport report;
  maps::OccupancyMap map;
  std::optional<evaluation::MapScore> map_score;  // empty if the map has no walls
  double cpu_seconds = 0.0;
};

// Ground truth, which no team receives.
struct ChallengeTruth {
  trajectory::RelationFile relations;
  maps::OccupancyMap map;
};

// Maps a log with a baseline, or reads a submission. Does not score the map.
Result<TeamResult> run_baseline(const ChallengeTeam& team, const logs::RobotLog& log,
                                const trajectory::RelationFile& truth);

}  // namespace rubble::challenge
