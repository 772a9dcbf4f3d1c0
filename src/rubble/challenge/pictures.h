// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/challenge/teams.h"

namespace rubble::challenge {

// File names in the folder of a seed.
std::string map_file(const ChallengeTeam& team);
std::string trajectory_file(const ChallengeTeam& team);
std::string errors_file();
std::string errors_data_file();  // the same as CSV

// Image of the true map with the true trajectory.
std::string true_map_file();
Result<void> write_true_map_outputs(const std::string& folder, const maps::OccupancyMap& map,
                                    const trajectory::Trajectory& exact);

// Writes the map of the team with its trajectory as an image, aligned with the true map, and the
// trajectory as text.
Result<void> write_team_outputs(const std::string& folder, const TeamResult& result,
                                const maps::OccupancyMap& truth);

// Plots the error of each relation over its later time stamp, one chart per team.
Result<void> write_errors_over_time(const std::string& folder,
                                    const std::vector<TeamResult>& results);

}  // namespace rubble::challenge
