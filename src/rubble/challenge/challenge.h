// SPDX-License-Identifier: Apache-2.0
// The Interleague Challenge: a robot is driven through generated places, teams map its log, and
// their trajectories and maps are scored against exact ground truth. All results are files.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rubble/challenge/scores.h"
#include "rubble/challenge/submissions.h"

namespace rubble::challenge {

struct ChallengeSettings {
  std::vector<Condition> conditions{challenge_conditions().front()};
  std::vector<std::uint64_t> seeds{1};
  std::optional<double> width;        // m; nothing: as the condition has it
  std::optional<double> height;       // m
  std::optional<double> smoke;        // density, likewise
  std::optional<double> laser_range;  // m; nothing: as far as the lasers see
  std::vector<Submission> submissions;
  std::string output = "challenge";  // folder
  bool is_without_ramps = false;     // only odometry, and baselines that assume a flat floor
  bool is_record_only = false;       // drive, and let others map
  bool reuses_drive = false;         // existing recordings are used again
};

using Runs = std::vector<SeedSettings>;  // of one condition, a seed each

// What is to be run, a list per condition. OUT/seedN, or OUT/CONDITION/seedN if there are several
// conditions. An error for places that cannot be generated and submissions that cannot be read.
Result<std::vector<Runs>> plan_challenge(const ChallengeSettings& settings);
// The files that a run writes.
std::vector<std::string> output_files(const SeedSettings& settings);
// An error if a recording that is to be used again is of another run or was cut short.
Result<void> check_recorded_drive(const SeedSettings& settings);

// Called during a run, with its progress from 0 to 1, and after it.
struct ChallengeObserver {
  std::function<void(const SeedSettings&, double done, const std::string& what)> progress;
  std::function<void(const SeedResult&)> finished;
};
// Drives and scores all seeds of a condition; the maps are in the files only.
Result<ConditionResult> run_condition(const Runs& runs, const ChallengeObserver& observer);

// Writes all results as challenge.html into the folder; returns its path.
Result<std::string> write_challenge_page(const std::string& folder,
                                         std::span<const ConditionResult> conditions);
// All results as one JSON object.
std::string challenge_json(std::span<const ConditionResult> conditions);

}  // namespace rubble::challenge
