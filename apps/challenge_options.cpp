// SPDX-License-Identifier: Apache-2.0
#include "apps/challenge_options.h"

#include "apps/option_checks.h"

namespace rubble::apps {

CLI::App* add_challenge(CLI::App& app, ChallengeOptions& options) {
  CLI::App* challenge = app.add_subcommand(
      "challenge",
      "The Interleague Challenge: drive a maze, map the log, score against ground truth");
  auto* seed = challenge->add_option("--seed", options.seed, "Of maze, noise and driver")
                   ->check(whole_number())
                   ->capture_default_str();
  challenge->add_option("--seeds", options.seeds, "Several: A-B, both included")->excludes(seed);
  challenge
      ->add_option("--condition", options.conditions,
                   "maze, hallway, glass, smoke, slip, a comma-separated list of them, or all")
      ->allow_extra_args(false)
      ->capture_default_str();
  challenge
      ->add_option("-o,--output", options.output,
                   "Folder for the page; each seed has a folder inside, with several conditions "
                   "each condition one around its seeds")
      ->capture_default_str();
  auto* team =
      challenge
          ->add_option("--team", options.submissions,
                       "NAME=TRAJECTORY or NAME=TRAJECTORY,MAP: add your own result to the table; "
                       "{seed} and {condition} in names of files stand for those of each run; any "
                       "number")
          ->allow_extra_args(false);
  challenge->add_flag("--no-ramp-handling", options.is_without_ramps,
                      "Leave out the baselines that handle ramps");
  auto* record =
      challenge
          ->add_flag("--record-only", options.is_record_only, "Only drive and record; no mapping")
          ->excludes(team);
  challenge
      ->add_flag("--keep", options.reuses_drive,
                 "Reuse the recordings in the folder: only map and score")
      ->excludes(record);
  challenge->add_flag("--json", options.json, "Print one JSON object");
  challenge->add_option("--width", options.width, "m of the place along x; a maze has 15")
      ->check(number_from(4.6, 32.4));
  challenge->add_option("--height", options.height, "m of the place along y; a maze has 10")
      ->check(number_from(4.6, 32.4));
  challenge
      ->add_option("--laser-range", options.laser_range,
                   "Maximum range of both lasers, m; 4 is the specification of a URG-04LX, 5.6 "
                   "its observed maximum")
      ->check(number_from(0.5, 5.6));
  challenge
      ->add_option("--smoke", options.smoke,
                   "Uniform haze instead of that of the condition: a density, or a visibility "
                   "such as 3m (docs/smoke.md)")
      ->transform(smoke_level());
  challenge->footer(
      "Drives the Element through a maze of the seed, serves the log over a socket, lets five\n"
      "baselines map it and scores them against exact truth: a table like that of the challenge "
      "of\n"
      "2009, and challenge.html in the folder with all maps. Baselines: odometry only, odometry "
      "and\n"
      "scan matching, graph SLAM, and the last two again as if the floor were even. A maze of the\n"
      "challenge takes about a minute of CPU time; '--seeds 1-10' is ten of them.\n"
      "Conditions: the maze; a long hallway without features; a third of the maze's walls glass;\n"
      "haze that hides walls beyond 2 m; a slippery floor.\n"
      "Examples, in a small maze:\n"
      "  ./rubble challenge --width 6.25 --height 5 -o practice\n"
      "  ./rubble challenge --width 6.25 --height 5 -o practice --keep --json\n"
      "  ./rubble challenge --condition glass --laser-range 4 --width 5 --height 5 -o glass\n"
      "To take part, map the replayed log and score your trajectory or your map:\n"
      "  ./rubble replay practice/seed1/run.mcap --port 0 --duration 1\n"
      "  ./rubble slam practice/seed1/run.mcap -o yours.txt --map yours.pgm\n"
      "  ./rubble assess --trajectory yours.txt --relations practice/seed1/truth.relations\n"
      "  ./rubble assess --map-estimate yours.yaml --map-truth practice/seed1/truth.yaml\n"
      "or add it to the table:\n"
      "  ./rubble challenge --width 6.25 --height 5 -o practice --keep --team us=yours.txt");
  return challenge;
}

}  // namespace rubble::apps
