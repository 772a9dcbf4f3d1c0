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
                     "EST ... TRUTH: estimates and, last, the ground truth (a trajectory, a "
                     "recording, relations, constraints); or a map and the true map");
  command
      .add_option(
          "-t,--trajectory", options.trajectories,
          "Estimate: FILE or NAME=FILE, also FILE:FORMAT; several are compared. TUM, KITTI, "
          "EuRoC, 2-D text, CARMEN log (carmen-odom: its odometry), g2o, TORO, recording")
      ->group(group);
  command
      .add_option("-r,--relations", options.relations,
                  "True relative poses: a .relations file, the JSON of 'rubble truth', or a "
                  "recording (.mcap), whose exact truth is used")
      ->group(group);
  command
      .add_option("--truth", options.truth,
                  "True trajectory, or a recording: adds ATE and RPE as defined by evo")
      ->group(group);
  command
      .add_option(
          "--times", options.times,
          "Stamps of a KITTI file or a graph, one per line; for a graph in the order of its ids")
      ->group(group);
  command.add_option("--robot", options.robot, "Name of the robot, if there are several")
      ->group(group);
  command
      .add_option("--leave-out-maker", options.left_out_makers,
                  "Omit constraints that this SLAM proposed, so that it is not judged by itself")
      ->group(group);
}

void add_metric(CLI::App& command, AssessOptions& options) {
  const auto group = "Metrics";
  const auto add = [&](const char* name, auto& value, const char* about) {
    return command.add_option(name, value, about)->capture_default_str()->group(group);
  };
  add("--tolerance", options.tolerance,
      "Largest time from the stamp of a relation to the nearest pose, s")
      ->check(number_from(0, 1e6));
  add("--max-gap", options.max_gap, "Longest gap between poses to interpolate across, s; 0 = any")
      ->check(number_from(0, 1e9));
  command
      .add_option("--weights", options.weights, "Weights of the squared components of each error")
      ->check(six_weights())
      ->group(group);
  add("--dimensions", options.dimensions, "2, 3, or auto: 2 if truth or estimate is planar")
      ->check(CLI::IsMember({"auto", "2", "3"}));
  add("--align", options.align,
      "Alignment before ATE: none, origin, rigid or similarity (with scale)")
      ->check(CLI::IsMember({"none", "origin", "rigid", "similarity"}));
  add("--associate", options.associate,
      "Association of poses: by time, by index (k-th with k-th), or by scan (identical scans in "
      "both logs, whatever their clocks). The last two use the stamps of --truth or --log")
      ->check(CLI::IsMember({"time", "index", "scan"}));
  command
      .add_option("--time-offset", options.time_offset,
                  "s to add to the stamps of the estimates, or 'estimate': by cross-correlation of "
                  "speeds and turn rates with --truth, or with the odometry of --log")
      ->check(offset_word())
      ->group(group);
  add("--association", options.association,
      "Largest time difference of associated poses for ATE and RPE, s")
      ->check(number_from(0, 1e6));
  add("--delta", options.delta, "Distance between the two poses of RPE, in --delta-unit")
      ->check(number_from(1e-6, 1e9));
  add("--delta-unit", options.delta_unit, "frames, metres or seconds")
      ->check(CLI::IsMember({"frames", "metres", "seconds"}));
  command
      .add_flag("--all-pairs", options.all_pairs,
                "RPE from every pose, not only from the end of the last pair")
      ->group(group);
  add("--margin", options.margin, "Largest difference of equivalent mean errors, percent")
      ->check(number_from(0.1, 1000));
  add("--seed", options.seed, "Seed of the bootstrap");
}

void add_reports(CLI::App& command, AssessOptions& options) {
  const auto group = "Reports";
  const auto add = [&](const char* name, auto& value, const char* about) {
    return command.add_option(name, value, about)->group(group);
  };
  command.add_flag("--json", options.json, "Print one JSON object")->group(group);
  command
      .add_flag("--verbose", options.verbose,
                "Also print errors by distance and time, and the worst relations")
      ->group(group);
  add("--html", options.html, "One page with the whole report (.html)")
      ->check(file_ending_in({".html", ".htm"}));
  add("--csv", options.csv, "Errors of each estimate with all digits (.csv); - = standard output")
      ->check(report_ending_in({".csv"}));
  add("--errors", options.errors, "CSV with one line per relation (.csv); - = standard output")
      ->check(report_ending_in({".csv"}));
  add("--markdown", options.markdown, "Tables as Markdown (.md); - = standard output")
      ->check(report_ending_in({".md", ".markdown"}));
  add("--latex", options.latex, "Tables as LaTeX (.tex); - = standard output")
      ->check(report_ending_in({".tex"}));
  add("--svg", options.svg, "Errors over time (.svg or .png)")
      ->check(file_ending_in({".svg", ".png"}));
  add("--overlay", options.overlay, "Relations on the trajectory, coloured by error (.svg)")
      ->check(file_ending_in({".svg"}));
  add("--map", options.map, "Background of the overlay: a .yaml with its image, or a .tif");
  add("--log", options.log,
      "Background of the overlay: a map drawn from this log and the estimate");
  add("--worst", options.worst, "Number of worst relations to list")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
}

void add_thresholds(CLI::App& command, evaluation::AssessThresholds& most) {
  const auto add = [&](const char* name, std::optional<double>& value, const char* about,
                       double high) {
    command.add_option(name, value, about)
        ->check(number_from(0, high))
        ->group("Thresholds: exit code 1 if one is exceeded");
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
  command.add_option("--map-picture", options.map_picture, "Overlay of both maps (.png or .jpg)")
      ->check(file_ending_in({".png", ".jpg", ".jpeg"}))
      ->needs(truth)
      ->group(group);
  command
      .add_option("--wall-tolerance", options.wall_tolerance,
                  "Tolerance of wall agreement, m; 0 = 0.1 or 1.5 cells")
      ->check(number_from(0, 100))
      ->group(group);
  command.add_flag("--as-they-stand", options.as_they_stand, "Do not register the maps first")
      ->group(group);
  command.add_option("--min-f1", options.map_f1, "Exit code 1 if F1 of the walls is lower")
      ->check(number_from(0, 1))
      ->group(group);
}

}  // namespace

CLI::App* add_assess(CLI::App& app, AssessOptions& options) {
  CLI::App* assess = app.add_subcommand(
      "assess", "Evaluate trajectories and maps: relations, ATE, RPE, map agreement");
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
