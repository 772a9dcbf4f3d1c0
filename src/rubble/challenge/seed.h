// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rubble/challenge/beam_classification.h"
#include "rubble/challenge/drive.h"
#include "rubble/challenge/teams.h"

namespace rubble::challenge {

struct SeedSettings {
  PlaceSettings place;
  std::string folder;                // of this seed
  bool reuses_drive = false;         // an existing recording is reused
  bool is_record_only = false;       // drive only
  std::vector<ChallengeTeam> teams;  // participants
};

struct SeedResult {
  PlaceSettings place;
  std::string folder;
  ChallengeDrive drive;
  bool reuses_drive = false;  // the recording existed already
  BeamClassification beams;
  OdometryDrift reckoning;
  std::string relations;  // file of true relations
  std::vector<TeamResult> teams;

  std::uint64_t seed() const { return place.seed; }
};

using PhaseProgress = std::function<void(double done, const std::string& what)>;

// The exact trajectory of a recorded drive. An error if the recording cannot be read or was cut
// short.
Result<trajectory::Trajectory> exact_trajectory(const ChallengeDrive& drive);

// Drives the place of a seed, runs all teams on the log, scores them against ground truth, and
// writes all files to the folder of the seed.
Result<SeedResult> run_challenge_seed(const SeedSettings& settings, const PhaseProgress& tell);

}  // namespace rubble::challenge
