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
  challenge->add_option("--seeds", options.seeds, "Several: A-B, both included")->excludes(seed);
  challenge
      ->add_option("-o,--output", options.output,
                   "Folder for the page; each seed has a folder inside")
      ->capture_default_str();
  challenge->add_flag("--no-ramp-handling", options.is_without_ramps,
                      "Leave out the baselines that know of ramps");
  auto* record = challenge->add_flag("--record-only", options.is_record_only,
                                     "Only drive and record; nobody maps");
  challenge
      ->add_flag("--keep", options.is_drive_kept,
                 "Use the recordings that are in the folder again: only map and score")
      ->excludes(record);
  challenge->add_flag("--json", options.json, "Print one JSON object");
  challenge->add_option("--width", options.width, "m of the maze along x")
      ->check(number_from(4.6, 32.4))
      ->capture_default_str();
  challenge->add_option("--height", options.height, "m of the maze along y")
      ->check(number_from(4.6, 32.4))
      ->capture_default_str();
  challenge
      ->add_option("--smoke", options.smoke,
                   "Haze everywhere: a density, or how far can be seen, such as 3m (docs/smoke.md)")
      ->transform(smoke_level());
  challenge->footer(
      "Drives the Element through a maze of the seed, serves the log over a socket, lets five\n"
      "baselines map it and scores them against exact truth: a table like that of the challenge "
      "of\n"
      "2009, and challenge.html in the folder with all maps. Baselines: odometry only, odometry "
      "and\n"
      "scan matching, graph SLAM, and the last two again as if the floor were even. A maze of the\n"
      "challenge takes about a minute of CPU time; '--seeds 1-10' is ten of them.\n"
      "Examples, in a small maze:\n"
      "  ./rubble challenge --width 6.25 --height 5 -o practice\n"
      "  ./rubble challenge --width 6.25 --height 5 -o practice --keep --json\n"
      "To take part, map what the robot tells, and score your trajectory or your map:\n"
      "  ./rubble replay practice/seed1/run.mcap --port 0 --duration 1\n"
      "  ./rubble slam practice/seed1/run.mcap -o yours.txt --map yours.pgm\n"
      "  ./rubble assess --trajectory yours.txt --relations practice/seed1/truth.relations\n"
      "  ./rubble assess --map-estimate yours.yaml --map-truth practice/seed1/truth.yaml");
  return challenge;
}

}  // namespace rubble::apps
