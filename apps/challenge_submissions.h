// SPDX-License-Identifier: Apache-2.0
// Somebody's own results that join the table: --team NAME=TRAJECTORY or NAME=TRAJECTORY,MAP.
#pragma once

#include <string>
#include <vector>

#include "apps/challenge_place.h"
#include "apps/challenge_teams.h"

namespace rubble::apps {

struct Submission {
  std::string name;
  std::string trajectory;  // {seed} and {condition} stand for those of each run
  std::string map;         // likewise; empty: none
};

// How many runs the files are for.
struct SubmissionRuns {
  bool are_several_seeds = false;
  bool are_several_conditions = false;
};
// Names are unique, and a file for several runs has the braces that tell them apart.
Result<std::vector<Submission>> submissions_of(const std::vector<std::string>& words,
                                               const SubmissionRuns& runs);

// A guest in one run; the error names the seed whose file is missing or cannot be read.
Result<ChallengeTeam> submission_team(const Submission& submission, const PlaceSettings& place);

}  // namespace rubble::apps
