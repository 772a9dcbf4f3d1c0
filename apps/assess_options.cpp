// SPDX-License-Identifier: Apache-2.0
#include "apps/assess_options.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cmath>

#include "apps/option_checks.h"
#include "rubble/base/text.h"

namespace rubble::apps {
namespace {

CLI::Validator six_weights() {
  return CLI::Validator(
      [](std::string& text) {
        const auto numbers = parse_numbers(text, 6);
        bool is_fine = numbers.has_value();
        for (const double number : numbers.value_or(std::vector<double>{}))
          is_fine = is_fine && number >= 0.0 && number <= 1e6;
        return is_fine ? std::string()
                       : std::string("wants six numbers from 0 on in quotes: x y z roll pitch yaw");
      },
      "\"x y z r p y\"");
}

CLI::Validator offset_word() {
  return CLI::Validator(
      [](std::string& text) {
        const auto number = parse_number(text);
        const bool is_fine = text == "estimate" || (number && std::abs(*number) <= 1e12);
        return is_fine ? std::string() : fmt::format("wants seconds or 'estimate', got '{}'", text);
      },
      "S|estimate");
}

// As file_ending_in, and - for standard output.
CLI::Validator report_ending_in(std::vector<std::string> ends) {
  const CLI::Validator file = file_ending_in(std::move(ends));
  return CLI::Validator(
      [file](std::string& text) { return text == "-" ? std::string() : file(text); }, "FILE");
}

void add_input(CLI::App& command, AssessOptions& options) {
  const auto group = "Estimates and truth";
  command.add_option("FILES", options.files,
                     "EST ... TRUTH: estimates and, last, what they are judged by (a trajectory, a "
                     "recording, relations, constraints); or a map and the true map");
  command
      .add_option(
          "-t,--trajectory", options.trajectories,
          "Estimate: FILE or NAME=FILE, also FILE:FORMAT; several are compared. TUM, KITTI, "
          "EuRoC, 2-D text, CARMEN log (carmen-odom: its odometry), g2o, TORO, recording")
      ->group(group);
  command
      .add_option("-r,--relations", options.relations,
                  "True displacements: a .relations file, the JSON of 'rubble truth', or a "
                  "recording (.mcap), whose exact truth is used")
      ->group(group);
  command
      .add_option("--truth", options.truth,
                  "True trajectory, or a recording: adds ATE and RPE as evo defines them")
      ->group(group);
  command
      .add_option(
          "--times", options.times,
          "Stamps of a KITTI file or a graph, one a line; those of a graph in the order of its ids")
      ->group(group);
  command.add_option("--robot", options.robot, "Of a recording or log with several")->group(group);
  command
      .add_option("--leave-out-maker", options.left_out_makers,
                  "Of constraints: those this SLAM proposed; it shall not judge itself")
      ->group(group);
}

void add_metric(CLI::App& command, AssessOptions& options) {
  const auto group = "How it is measured";
  const auto add = [&](const char* name, auto& value, const char* about) {
    return command.add_option(name, value, about)->capture_default_str()->group(group);
  };
  add("--tolerance", options.tolerance, "s from a relation's stamp to the nearest pose")
      ->check(number_from(0, 1e6));
  add("--max-gap", options.max_gap, "s between poses that is interpolated at most; 0 = any")
      ->check(number_from(0, 1e9));
  command.add_option("--weights", options.weights, "Of the squared parts of each error")
      ->check(six_weights())
      ->group(group);
  add("--dimensions", options.dimensions, "2, 3, or auto: 2 where truth or estimate is planar")
      ->check(CLI::IsMember({"auto", "2", "3"}));
  add("--align", options.align, "Before ATE: none, origin, rigid or similarity (with scale)")
      ->check(CLI::IsMember({"none", "origin", "rigid", "similarity"}));
  add("--associate", options.associate,
      "Which moment is which: by time, by index (k-th with k-th), or by scan: the scans that both "
      "logs carry, whatever their clocks. The last two take the moments of --truth or --log")
      ->check(CLI::IsMember({"time", "index", "scan"}));
  command
      .add_option("--time-offset", options.time_offset,
                  "s to add to the estimates' stamps, or 'estimate': by speeds and turn rates of "
                  "--truth, or of the odometry of --log")
      ->check(offset_word())
      ->group(group);
  add("--association", options.association, "s between poses of the same moment, for ATE and RPE")
      ->check(number_from(0, 1e6));
  add("--delta", options.delta, "Between the two poses of a relative error")
      ->check(number_from(1e-6, 1e9));
  add("--delta-unit", options.delta_unit, "frames, metres or seconds")
      ->check(CLI::IsMember({"frames", "metres", "seconds"}));
  command.add_flag("--all-pairs", options.all_pairs, "Relative errors from every pose on")
      ->group(group);
  add("--margin", options.margin,
      "Percent that mean errors may differ by and still be called equivalent")
      ->check(number_from(0.1, 1000));
  add("--seed", options.seed, "Of the bootstrap");
}

void add_reports(CLI::App& command, AssessOptions& options) {
  const auto group = "Reports";
  const auto add = [&](const char* name, auto& value, const char* about) {
    return command.add_option(name, value, about)->group(group);
  };
  command.add_flag("--json", options.json, "Print one JSON object")->group(group);
  command
      .add_flag("--verbose", options.verbose,
                "Print errors by distance and time, and the worst relations, too")
      ->group(group);
  add("--html", options.html, "One page with everything in it (.html)")
      ->check(file_ending_in({".html", ".htm"}));
  add("--csv", options.csv, "Errors of each estimate with all digits (.csv); - = standard output")
      ->check(report_ending_in({".csv"}));
  add("--errors", options.errors, "CSV with a line for each relation (.csv); - = standard output")
      ->check(report_ending_in({".csv"}));
  add("--markdown", options.markdown, "Tables as Markdown (.md); - = standard output")
      ->check(report_ending_in({".md", ".markdown"}));
  add("--latex", options.latex, "Tables as LaTeX (.tex); - = standard output")
      ->check(report_ending_in({".tex"}));
  add("--svg", options.svg, "Errors over time (.svg or .png)")
      ->check(file_ending_in({".svg", ".png"}));
  add("--overlay", options.overlay, "Relations on the trajectory, coloured by error (.svg)")
      ->check(file_ending_in({".svg"}));
  add("--map", options.map, "Behind the overlay: a .yaml with its picture, or a .tif");
  add("--log", options.log, "Behind the overlay: a map drawn from this log and the estimate");
  add("--worst", options.worst, "How many of the worst relations are listed")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
}

void add_thresholds(CLI::App& command, AssessThresholds& most) {
  const auto add = [&](const char* name, std::optional<double>& value, const char* about,
                       double high) {
    command.add_option(name, value, about)
        ->check(number_from(0, high))
        ->group("Thresholds: exit code 1 where one is missed");
  };
  add("--max-translation", most.translation, "m, mean error", 1e9);
  add("--max-rotation", most.rotation, "deg, mean error", 180);
  add("--max-neighbour-translation", most.neighbour_translation, "m", 1e9);
  add("--max-neighbour-rotation", most.neighbour_rotation, "deg", 180);
  add("--max-loop-translation", most.loop_translation, "m", 1e9);
  add("--max-loop-rotation", most.loop_rotation, "deg", 180);
  add("--max-unmatched", most.unmatched, "Share of the relations, 0 to 1", 1);
  add("--max-ate", most.ate, "m, RMSE", 1e9);
  add("--max-rpe", most.rpe, "m, RMSE", 1e9);
}

void add_maps(CLI::App& command, AssessOptions& options) {
  const auto group = "Maps instead of trajectories";
  auto* estimate =
      command.add_option("--map-estimate", options.map_estimate, "Map to judge")->group(group);
  auto* truth = command.add_option("--map-truth", options.map_truth, "True map")->group(group);
  estimate->needs(truth);
  truth->needs(estimate);
  command.add_option("--map-picture", options.map_picture, "Draw one on the other (.png or .jpg)")
      ->check(file_ending_in({".png", ".jpg", ".jpeg"}))
      ->needs(truth)
      ->group(group);
  command
      .add_option("--wall-tolerance", options.wall_tolerance,
                  "m within which walls agree; 0 = 0.1 or 1.5 cells")
      ->check(number_from(0, 100))
      ->group(group);
  command.add_flag("--as-they-stand", options.as_they_stand, "Do not lay one on the other first")
      ->group(group);
  command.add_option("--min-f1", options.map_f1, "Exit code 1 if walls agree less than that")
      ->check(number_from(0, 1))
      ->group(group);
}

}  // namespace

CLI::App* add_assess(CLI::App& app, AssessOptions& options) {
  CLI::App* assess = app.add_subcommand(
      "assess", "How good trajectories and maps are: relations, ATE, RPE, map agreement");
  add_input(*assess, options);
  add_metric(*assess, options);
  add_reports(*assess, options);
  add_thresholds(*assess, options.most);
  add_maps(*assess, options);
  assess->footer(
      "Examples:\n"
      "  ./rubble assess docs/data/rounds-slam.tum docs/data/rounds-truth.tum\n"
      "  ./rubble assess -t docs/data/rounds-slam.tum -r docs/data/rounds.relations\n"
      "  ./rubble assess -t slam=docs/data/rounds-slam.tum -t "
      "odometry=docs/data/rounds-odometry.txt "
      "-r docs/data/rounds.relations --html rounds.html\n"
      "  ./rubble assess -t docs/data/rounds-slam.tum --truth docs/data/rounds-truth.tum --json\n"
      "  ./rubble assess -t docs/data/rounds-slam.tum -r docs/data/rounds.relations "
      "--max-translation 0.05 --max-unmatched 0.01\n"
      "  ./rubble assess --map-estimate docs/data/rounds-slam.yaml --map-truth "
      "docs/data/rounds-truth.yaml");
  return assess;
}

}  // namespace rubble::apps
