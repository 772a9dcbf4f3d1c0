// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/challenge_beams.h"
#include "apps/challenge_drive.h"
#include "apps/challenge_teams.h"

namespace rubble::apps {

struct SeedSettings {
  generators::MazeSettings maze;
  std::string folder;                // of all seeds
  bool is_drive_kept = false;        // a recording that is there already is used again
  bool is_record_only = false;       // nobody maps
  std::vector<ChallengeTeam> teams;  // who does
};

struct SeedResult {
  std::uint64_t seed = 1;
  std::string folder;                   // of this seed
  std::optional<ChallengeDrive> drive;  // nothing: it was there already
  BeamJudgement beams;
  ReckoningJudgement reckoning;
  std::string relations;  // file of true relations
  std::vector<TeamResult> teams;
};

using TellPhase = std::function<void(double done, const std::string& what)>;

// Drives the maze of a seed, lets the teams map the log, scores them against exact truth, and
// leaves all of it in the seed's folder.
Result<SeedResult> run_challenge_seed(const SeedSettings& settings, const TellPhase& tell);

}  // namespace rubble::apps
