// SPDX-License-Identifier: Apache-2.0
#include "apps/challenge_options.h"

#include "apps/option_checks.h"

namespace rubble::apps {

CLI::App* add_challenge(CLI::App& app, ChallengeOptions& options) {
  CLI::App* challenge = app.add_subcommand(
      "challenge", "The Interleague Challenge: drive a maze, map the log, score it against truth");
  auto* seed = challenge->add_option("--seed", options.seed, "Of maze, noise and driver")
                   ->check(whole_number())
                   ->capture_default_str();
  challenge->add_option("--seeds", options.seeds, "Several: A-B, both of them too")->excludes(seed);
  challenge
      ->add_option("-o,--output", options.output, "Folder; each seed has one of its own inside")
      ->capture_default_str();
  challenge->add_flag("--no-ramp-handling", options.is_without_ramps,
                      "Only map as if the floor were even");
  auto* record = challenge->add_flag("--record-only", options.is_record_only,
                                     "Only drive and record; teams map it themselves");
  challenge
      ->add_flag("--keep", options.is_drive_kept, "Use recordings again that are in the folder")
      ->excludes(record);
  challenge->add_flag("--json", options.json, "Print one JSON object");
  challenge->add_option("--width", options.width, "m of the maze along x")
      ->check(number_from(4.6, 32.4))
      ->capture_default_str();
  challenge->add_option("--height", options.height, "m of the maze along y")
      ->check(number_from(4.6, 32.4))
      ->capture_default_str();
  challenge->footer(
      "Prints a table like that of the challenge of 2009, for three baselines and for two of them\n"
      "again as if the floor were even. A maze of the challenge takes about a minute of CPU time;\n"
      "'--seeds 1-10' is ten of them.\n"
      "Examples:\n"
      "  ./rubble challenge --width 6.25 --height 5 -o practice\n"
      "  ./rubble challenge --width 6.25 --height 5 -o practice --keep --json\n"
      "  ./rubble replay practice/seed1/run.mcap --port 0 --duration 1");
  return challenge;
}

}  // namespace rubble::apps
