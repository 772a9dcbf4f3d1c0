// SPDX-License-Identifier: Apache-2.0
// The second half of the Interleague Challenge: teams map the log and are scored.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rubble/evaluation/map_score.h"
#include "rubble/evaluation/relation_metric.h"
#include "rubble/mapping/graph_slam.h"
#include "rubble/mapping/occupancy_map.h"
#include "rubble/mapping/robot_log.h"

namespace rubble::apps {

// Who takes part: a baseline, or somebody who hands in files.
struct ChallengeTeam {
  std::string name;
  std::string word;  // in names of files
  mapping::SlamMethod method = mapping::SlamMethod::Graph;
  mapping::PlanarScanSettings scans = {};
  std::string trajectory = {};  // a guest's file; empty: a baseline
  std::string map = {};         // likewise; empty: drawn from the log along the trajectory

  bool is_submission() const { return !trajectory.empty(); }
};

// Odometry only, odometry and scan matching, graph SLAM; and the last two again as if the floor
// were even. They use what lasers see that far (m), at most what is worth using.
std::vector<ChallengeTeam> challenge_teams(std::optional<double> laser_range = {});
std::vector<ChallengeTeam> teams_without_ramp_handling(std::optional<double> laser_range = {});
// How a guest's map is drawn.
mapping::PlanarScanSettings submission_scans(std::optional<double> laser_range);

struct TeamResult {
  ChallengeTeam team;
  mapping::Trajectory trajectory;
  evaluation::RelationAssessment assessment;
  mapping::SlamReport report;
  mapping::OccupancyMap map;
  std::optional<evaluation::MapScore> map_score;  // nothing: it has no walls
  double cpu_seconds = 0.0;
};

// What is exactly known and told to no team.
struct ChallengeTruth {
  mapping::RelationFile relations;
  mapping::OccupancyMap map;
};

// The map is not scored yet.
Result<TeamResult> run_baseline(const ChallengeTeam& team, const mapping::RobotLog& log,
                                const mapping::RelationFile& truth);

}  // namespace rubble::apps
