// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "apps/challenge_teams.h"

namespace rubble::apps {

// Names of files in a seed's folder.
std::string map_file(const ChallengeTeam& team);
std::string trajectory_file(const ChallengeTeam& team);
std::string errors_file();

// The team's map with its way as a picture, and its trajectory as text.
Result<void> keep_team(const std::string& folder, const TeamResult& result);

// The error of each relation over the time of its later end, a diagram a team.
Result<void> keep_errors_over_time(const std::string& folder,
                                   const std::vector<TeamResult>& results);

}  // namespace rubble::apps
