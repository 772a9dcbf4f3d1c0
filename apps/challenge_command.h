// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rubble::apps {

struct ChallengeOptions {
  std::uint64_t seed = 1;
  std::string seeds;                            // "A-B"; empty: only `seed`
  std::vector<std::string> conditions{"maze"};  // words, lists of them with commas, or all
  std::optional<double> width;                  // m; nothing: as the condition has it
  std::optional<double> height;                 // m
  std::optional<double> smoke;                  // density, likewise
  std::optional<double> laser_range;            // m; nothing: as far as the lasers see
  std::vector<std::string> submissions;         // NAME=TRAJECTORY or NAME=TRAJECTORY,MAP
  std::string output = "challenge";
  bool is_without_ramps = false;  // beams at floor and ceiling are believed to be walls
  bool is_record_only = false;    // drive, and let others map
  bool reuses_drive = false;      // recordings that are there already are used again
  bool json = false;
};
// Returns the exit code.
int challenge(const ChallengeOptions& options);

}  // namespace rubble::apps
