// SPDX-License-Identifier: Apache-2.0
// Somebody's own results that join the table: --team NAME=TRAJECTORY or NAME=TRAJECTORY,MAP.
#pragma once

#include <string>
#include <vector>

#include "rubble/challenge/place.h"
#include "rubble/challenge/teams.h"

namespace rubble::challenge {

struct Submission {
  std::string name;
  std::string trajectory;  // file name; {seed} and {condition} are replaced for each run
  std::string map;         // likewise; empty: none
};

// Whether the files are for several runs.
struct SubmissionRuns {
  bool are_several_seeds = false;
  bool are_several_conditions = false;
};
// Parses --team options. Names are unique; file names for several runs must contain the
// placeholders.
Result<std::vector<Submission>> submissions_of(const std::vector<std::string>& words,
                                               const SubmissionRuns& runs);

// The submission for one run. The error names the seed whose file is missing or unreadable.
Result<ChallengeTeam> submission_team(const Submission& submission, const PlaceSettings& place);

}  // namespace rubble::challenge
