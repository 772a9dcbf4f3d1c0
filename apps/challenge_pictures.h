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

// The true map with the true way as a picture.
std::string true_map_file();
Result<void> write_true_map_outputs(const std::string& folder, const mapping::OccupancyMap& map,
                                    const mapping::Trajectory& exact);

// The team's map with its way as a picture, laid on the true one where it fits; its trajectory as
// text.
Result<void> write_team_outputs(const std::string& folder, const TeamResult& result,
                                const mapping::OccupancyMap& truth);

// The error of each relation over the time of its later end, a diagram a team.
Result<void> write_errors_over_time(const std::string& folder,
                                    const std::vector<TeamResult>& results);

}  // namespace rubble::apps
