// SPDX-License-Identifier: Apache-2.0
#include "apps/signal_options.h"

#include "apps/option_checks.h"

namespace rubble::apps {
namespace {

void add_air(CLI::App& signal, SignalOptions& options) {
  signal
      .add_option(
          "--preset", options.preset,
          "seed (the paper's formula, no random number), wss or multiwall; without it the world's "
          "own, or multiwall")
      ->check(CLI::IsMember({"seed", "wss", "multiwall"}));
  signal.add_option("--frequency", options.frequency, "Hz")->check(number_from(1e8, 1e11));
  signal.add_option("--power", options.power, "dBm sent")->check(number_from(-100, 100));
  signal.add_option("--exponent", options.exponent, "Of the distance; 2 is free space")
      ->check(number_from(0, 10));
  signal.add_option("--sensitivity", options.sensitivity, "dBm that are just heard")
      ->check(number_from(-200, 50));
  signal
      .add_option("--seed", options.seed,
                  "Number all random draws begin with: of the shadowing, where the world has some")
      ->check(whole_number())
      ->capture_default_str();
}

}  // namespace

CLI::App* add_signal(CLI::App& app, SignalOptions& options) {
  CLI::App* signal = app.add_subcommand("signal", "How strong a radio signal arrives, and a map");
  signal->add_option("WORLD", options.world, "World or model file; its walls are found by rays");
  signal->add_option("--from", options.from,
                     "\"x y z\" of the sender, m, or the name of a start or a radio of the world");
  signal->add_option("--to", options.to,
                     "\"x y z\" of the receiver, or the name of a start or a radio of the world");
  signal->add_option("--distance", options.distance, "Without a WORLD: m")
      ->check(number_from(0, 1e7));
  signal->add_option("--walls", options.walls, "Without a WORLD: how many are between")
      ->check(count_up_to(1000));
  signal->add_option("--material", options.material, "What they are made of; brick if not told");
  signal->add_option("--thickness", options.thickness, "m; 0.1 if not told")
      ->check(number_from(1e-4, 10));
  add_air(*signal, options);
  signal->add_option("--map", options.map, "Draw what is heard from --from into this file (.png)")
      ->check(file_ending_in({".png"}));
  signal->add_option("--height", options.height, "m, where the map is cut and heard")
      ->check(number_from(-1e4, 1e4))
      ->capture_default_str();
  signal->add_option("--cell", options.cell, "m of the map; 0.1 or as fine as is drawn")
      ->check(number_from(0.005, 100));
  signal->add_flag("--json", options.json, "Print one JSON object");
  auto* strict = signal->add_flag("--strict", options.load.strict, "Every warning is an error");
  signal->add_flag("--lenient", options.load.lenient, "A missing mesh is only a warning")
      ->excludes(strict);
  signal->footer(
      "Examples:\n"
      "  ./rubble signal --distance 20 --walls 1 --preset seed\n"
      "  ./rubble signal --distance 20 --walls 2 --material concrete --thickness 0.2\n"
      "  ./rubble signal worlds/radio_floor.sdf --from \"2 3 1\" --to \"27 11 1\" --json\n"
      "  ./rubble signal worlds/radio_floor.sdf --from BaseStation2 --map radio_floor.png");
  return signal;
}

CLI::App* add_signal_fit(CLI::App& app, SignalFitOptions& options) {
  CLI::App* fit = app.add_subcommand(
      "signal-fit", "Fit radio models to measured strengths, and test them on others");
  fit->add_option("DATA", options.data,
                  "CSV, also .gz: rssi with distance or x, y and ap_x, ap_y; or X, Y, 'AP1 "
                  "RSS(dBm)', ...")
      ->required();
  auto* test = fit->add_option("--test", options.test,
                               "Test on this file, also of another site with its own transmitters");
  fit->add_option("--split", options.split, "Share of the places to test on, if no file is")
      ->check(number_from(0, 0.9))
      ->excludes(test)
      ->capture_default_str();
  fit->add_option("--aps", options.places,
                  "Places of transmitters: ap, x, y, z, env; ap_positions.csv beside DATA if not "
                  "told");
  fit->add_option("--site", options.site, "Learn from this one, where there are several");
  fit->add_option("--match", options.match,
                  "Which place is whose: by name, by order, or auto: by order where names do not "
                  "fit and measured ranges do not object")
      ->check(CLI::IsMember({"auto", "name", "order"}))
      ->capture_default_str();
  fit->add_option("--seed", options.seed, "Of the split")
      ->check(whole_number())
      ->capture_default_str();
  fit->add_option("-o,--output", options.plot, "Draw data and lines into this file (.png, .svg)")
      ->check(file_ending_in({".png", ".svg"}));
  fit->add_flag("--json", options.json, "Print one JSON object");
  fit->footer(
      "Examples:\n"
      "  ./rubble signal-fit docs/data/strengths.csv\n"
      "  ./rubble signal-fit docs/data/strengths.csv --split 0.2 -o strengths.png --json");
  return fit;
}

}  // namespace rubble::apps
