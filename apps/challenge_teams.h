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

// A baseline that takes part.
struct ChallengeTeam {
  std::string name;
  std::string word;  // in names of files
  mapping::SlamMethod method = mapping::SlamMethod::Graph;
  mapping::PlanarScanSettings scans;
};

// Odometry only, odometry and scan matching, graph SLAM; and the last two again as if the floor
// were even.
std::vector<ChallengeTeam> challenge_teams();
std::vector<ChallengeTeam> teams_without_ramp_handling();

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
Result<TeamResult> let_map(const ChallengeTeam& team, const mapping::RobotLog& log,
                           const mapping::RelationFile& truth);

}  // namespace rubble::apps
