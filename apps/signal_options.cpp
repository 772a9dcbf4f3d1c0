// SPDX-License-Identifier: Apache-2.0
#include "apps/signal_options.h"

#include "apps/option_checks.h"

namespace rubble::apps {
namespace {

void add_air(CLI::App& signal, SignalOptions& options) {
  signal
      .add_option(
          "--preset", options.preset,
          "seed (the paper's formula, not the random seed), wss or multiwall; default: the world's "
          "own, or multiwall")
      ->check(CLI::IsMember({"seed", "wss", "multiwall"}));
  signal.add_option("--frequency", options.frequency, "Carrier frequency, Hz")
      ->check(number_from(1e8, 1e11));
  signal.add_option("--power", options.power, "Transmit power, dBm")->check(number_from(-100, 100));
  signal.add_option("--exponent", options.exponent, "Path loss exponent; 2 is free space")
      ->check(number_from(0, 10));
  signal.add_option("--sensitivity", options.sensitivity, "Receiver sensitivity, dBm")
      ->check(number_from(-200, 50));
  signal.add_option("--seed", options.seed, "Random seed of the shadowing, if the world has any")
      ->check(whole_number())
      ->capture_default_str();
}

}  // namespace

CLI::App* add_signal(CLI::App& app, SignalOptions& options) {
  CLI::App* signal =
      app.add_subcommand("signal", "Received radio signal strength, and a coverage map");
  signal->add_option("WORLD", options.world, "World or model file; walls are found by ray casting");
  signal->add_option(
      "--from", options.from,
      "Transmitter: \"x y z\" in m, or the name of a start or a station of the world");
  signal->add_option("--to", options.to,
                     "Receiver: \"x y z\" in m, or the name of a start or a station of the world");
  signal->add_option("--distance", options.distance, "Without a WORLD: distance in m")
      ->check(number_from(0, 1e7));
  signal->add_option("--walls", options.walls, "Without a WORLD: number of walls between")
      ->check(count_up_to(1000));
  signal->add_option("--material", options.material, "Material of the walls; default: brick");
  signal->add_option("--thickness", options.thickness, "Thickness of the walls in m; default: 0.1")
      ->check(number_from(1e-4, 10));
  add_air(*signal, options);
  signal->add_option("--map", options.map, "Draw the coverage of --from into this file (.png)")
      ->check(file_ending_in({".png"}));
  signal
      ->add_option("--height", options.height,
                   "Height in m of the receiver and of the cut through the walls")
      ->check(number_from(-1e4, 1e4))
      ->capture_default_str();
  signal
      ->add_option("--cell", options.cell,
                   "Cell size of the map in m; default: 0.1, larger in large worlds")
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
  CLI::App* fit = app.add_subcommand("signal-fit",
                                     "Fit radio models to measured signal strengths and test them");
  fit->add_option("DATA", options.data,
                  "CSV, also .gz: rssi with distance or x, y and ap_x, ap_y; or X, Y, 'AP1 "
                  "RSS(dBm)', ...")
      ->required();
  auto* test = fit->add_option("--test", options.test,
                               "Test data; may be of another site with its own transmitters");
  fit->add_option("--split", options.split,
                  "Share of the positions used as test data, without --test")
      ->check(number_from(0, 0.9))
      ->excludes(test)
      ->capture_default_str();
  fit->add_option("--aps", options.places,
                  "Positions of transmitters: ap, x, y, z, env; default: ap_positions.csv beside "
                  "DATA");
  fit->add_option("--site", options.site, "Site to fit, if DATA has several");
  fit->add_option(
         "--match", options.match,
         "How transmitters are matched to positions: by name, by order, or auto: by order if "
         "names do not match and measured ranges do not contradict")
      ->check(CLI::IsMember({"auto", "name", "order"}))
      ->capture_default_str();
  fit->add_option("--seed", options.seed, "Random seed of the split")
      ->check(whole_number())
      ->capture_default_str();
  fit->add_option("-o,--output", options.plot, "Plot data and fits into this file (.png, .svg)")
      ->check(file_ending_in({".png", ".svg"}));
  fit->add_flag("--json", options.json, "Print one JSON object");
  fit->footer(
      "Examples:\n"
      "  ./rubble signal-fit docs/data/strengths.csv\n"
      "  ./rubble signal-fit docs/data/strengths.csv --split 0.2 -o strengths.png --json");
  return fit;
}

}  // namespace rubble::apps
