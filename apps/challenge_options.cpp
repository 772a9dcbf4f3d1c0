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
      ->add_option("--condition", options.conditions,
                   "maze, hallway, glass, smoke, slip, some of them with commas between, or all")
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
                       "NAME=TRAJECTORY or NAME=TRAJECTORY,MAP: your own result joins the table; "
                       "{seed} and {condition} in names of files stand for those of each run; any "
                       "number")
          ->allow_extra_args(false);
  challenge->add_flag("--no-ramp-handling", options.is_without_ramps,
                      "Leave out the baselines that know of ramps");
  auto* record =
      challenge
          ->add_flag("--record-only", options.is_record_only, "Only drive and record; nobody maps")
          ->excludes(team);
  challenge
      ->add_flag("--keep", options.reuses_drive,
                 "Use the recordings that are in the folder again: only map and score")
      ->excludes(record);
  challenge->add_flag("--json", options.json, "Print one JSON object");
  challenge->add_option("--width", options.width, "m of the place along x; a maze has 15")
      ->check(number_from(4.6, 32.4));
  challenge->add_option("--height", options.height, "m of the place along y; a maze has 10")
      ->check(number_from(4.6, 32.4));
  challenge
      ->add_option("--laser-range", options.laser_range,
                   "m that both lasers see at most; 4 is what a URG-04LX is specified for, 5.6 "
                   "what it reaches")
      ->check(number_from(0.5, 5.6));
  challenge
      ->add_option("--smoke", options.smoke,
                   "Haze everywhere instead of the condition's: a density, or how far can be "
                   "seen, such as 3m (docs/smoke.md)")
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
      "To take part, map what the robot tells, and score your trajectory or your map:\n"
      "  ./rubble replay practice/seed1/run.mcap --port 0 --duration 1\n"
      "  ./rubble slam practice/seed1/run.mcap -o yours.txt --map yours.pgm\n"
      "  ./rubble assess --trajectory yours.txt --relations practice/seed1/truth.relations\n"
      "  ./rubble assess --map-estimate yours.yaml --map-truth practice/seed1/truth.yaml\n"
      "or let it join the table:\n"
      "  ./rubble challenge --width 6.25 --height 5 -o practice --keep --team us=yours.txt");
  return challenge;
}

}  // namespace rubble::apps
