// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace rubble::apps {

struct ChallengeOptions {
  std::uint64_t seed = 1;
  std::string seeds;     // "A-B"; empty: only `seed`
  double width = 15.0;   // m, of the maze
  double height = 10.0;  // m
  double smoke = 0.0;    // density
  std::string output = "challenge";
  bool is_without_ramps = false;  // beams at floor and ceiling are believed to be walls
  bool is_record_only = false;    // drive, and let others map
  bool is_drive_kept = false;     // recordings that are there already are used again
  bool json = false;
};
// Returns the exit code.
int challenge(const ChallengeOptions& options);

}  // namespace rubble::apps
