// SPDX-License-Identifier: Apache-2.0
#include "rubble/validation/radio_experiment.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "rubble/radio/fit/site_fit.h"
#include "rubble/radio/propagation.h"
#include "rubble/radio/walls.h"
#include "rubble/report/chart.h"
#include "rubble/scenario/checked_world.h"
#include "rubble/sdf/load.h"
#include "rubble/validation/experiment_files.h"

namespace rubble::validation {
namespace {

// Average, median and third quartile, dBm.
using Statistics = std::array<double, 3>;

struct PaperRun {
  const char* name;
  int walls;             // table II
  Statistics equation;   // table II
  Statistics measured;   // table III
  double deviation;      // dB, table III
  Statistics simulator;  // table IV
};

constexpr PaperRun kRuns[] = {
    {"rtest1", 1, {-71.43, -71.2, -69.03}, {-72.18, -68, -67}, 6.37, {-71.33, -71.09, -68.93}},
    {"rtest2", 1, {-74.2, -74.05, -71.52}, {-70.85, -71, -70}, 2.47, {-81.12, -80.42, -78.29}},
    {"rtest3", 0, {-66.65, -67.04, -64.18}, {-66.97, -63.5, -61}, 7.44, {-73.76, -73.6, -71.12}},
    {"rtest4", 2, {-78.48, -77.7, -75.91}, {-73.95, -74, -73}, 1.34, {-78.25, -77.46, -75.71}}};

// The paper lists no positions: the distance at which equation 2 gives the average of table II.
double implied_distance(const PaperRun& run, double exponent) {
  return 2.0 * std::pow(10.0, (-50.0 - 7.0 * run.walls - run.equation[0]) / (10.0 * exponent));
}

std::string sdf_wall(int number, double x) {
  return fmt::format(
      "<model name='wall_{0}'><static>true</static><pose>{1} 0 1.5 0 0 0</pose><link name='link'>"
      "<collision name='c'><geometry><box><size>0.2 20 3</size></box></geometry></collision>"
      "<visual name='v'><geometry><box><size>0.2 20 3</size></box></geometry></visual>"
      "</link></model>\n",
      number, x);
}

// A world with this many walls across the path, evenly spaced between 0 and the distance.
std::string sdf_floor(double distance, int walls) {
  std::string text =
      "<sdf version='1.9'><world name='run'>\n"
      "<model name='ground'><static>true</static><link name='link'><visual name='v'><geometry>"
      "<plane><normal>0 0 1</normal><size>300 300</size></plane></geometry></visual></link>"
      "</model>\n";
  for (int i = 0; i < walls; ++i) text += sdf_wall(i, distance * (i + 1) / (walls + 1));
  return text + "</world></sdf>\n";
}

struct RunAgain {
  double distance = 0.0;  // m
  int walls = 0;          // found by rays
  double dbm = 0.0;
};

Result<RunAgain> run_again(double distance, int walls) {
  const auto world =
      load_world_text(sdf_floor(distance, walls), "radio run", scenario::load_settings({}));
  if (!world) return world.error();
  State state;
  for (const auto& model : world->models) state.add(model, model->name, model->world_from_model);
  RadioSettings settings;
  settings.preset = RadioPreset::Seed;
  const radio::Path path = radio::WallFinder(state).between(Vec3(0, 0, 1), Vec3(distance, 0, 1));
  return RunAgain{path.distance, radio::count_walls(path.walls),
                  radio::Propagation(settings).power(path)};
}

struct RunPair {
  RunAgain right;  // with the walls of table II
  RunAgain one_wall_more;
};

Result<std::vector<RunPair>> all_runs() {
  std::vector<RunPair> pairs;
  for (const PaperRun& run : kRuns) {
    const double distance = implied_distance(run, 1.0);
    const auto right = run_again(distance, run.walls);
    const auto more = run_again(distance, run.walls + 1);
    if (!right) return right.error();
    if (!more) return more.error();
    pairs.push_back({*right, *more});
  }
  return pairs;
}

double mean_absolute(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += std::abs(value);
  return sum / static_cast<double>(values.size());
}

double paper_error(Statistics PaperRun::*table, std::size_t statistic) {
  std::vector<double> errors;
  for (const PaperRun& run : kRuns)
    errors.push_back((run.*table)[statistic] - run.measured[statistic]);
  return mean_absolute(errors);
}

double rubble_error(const std::vector<RunPair>& pairs) {
  std::vector<double> errors;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    errors.push_back(pairs[i].right.dbm - kRuns[i].measured[0]);
  return mean_absolute(errors);
}

std::string two(double value) { return fmt::format("{:.2f}", value); }
std::string signed_two(double value) { return fmt::format("{:+.2f}", value); }

report::ReportTable table_of_runs(const std::vector<RunPair>& pairs) {
  report::ReportTable table{
      "Averages in dBm: equation, simulator, measurement and Rubble",
      {"run", "walls (II)", "walls by rays", "distance", "II equation", "Rubble", "Rubble - II",
       "III measured", "Rubble - III", "IV USARSim", "IV - III"},
      {}};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const PaperRun& run = kRuns[i];
    const RunAgain& again = pairs[i].right;
    table.rows.push_back({run.name, fmt::format("{}", run.walls), fmt::format("{}", again.walls),
                          fmt::format("{:.2f} m", again.distance), two(run.equation[0]),
                          two(again.dbm), signed_two(again.dbm - run.equation[0]),
                          fmt::format("{:.2f} (std {:.2f})", run.measured[0], run.deviation),
                          signed_two(again.dbm - run.measured[0]), two(run.simulator[0]),
                          signed_two(run.simulator[0] - run.measured[0])});
  }
  return table;
}

report::ReportTable table_of_the_wall(const std::vector<RunPair>& pairs) {
  report::ReportTable table{"The wall too many in rtest2 and rtest3",
                            {"run", "IV - II: average", "median", "third quartile", "IV USARSim",
                             "Rubble, right count", "Rubble, one wall more", "nearer to IV"},
                            {}};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const PaperRun& run = kRuns[i];
    std::vector<std::string> row{run.name};
    for (std::size_t k = 0; k < 3; ++k)
      row.push_back(signed_two(run.simulator[k] - run.equation[k]));
    const double right = pairs[i].right.dbm, more = pairs[i].one_wall_more.dbm;
    const bool is_more = std::abs(run.simulator[0] - more) < std::abs(run.simulator[0] - right);
    for (std::string cell : {two(run.simulator[0]), two(right), two(more),
                             std::string(is_more ? "one wall more" : "the right count")})
      row.push_back(std::move(cell));
    table.rows.push_back(std::move(row));
  }
  return table;
}

report::ReportTable table_of_parameters() {
  return {"Table I, as it is in the preset seed",
          {"parameter", "paper", "Rubble"},
          {{"wall attenuation factor", "7", "7 dB"},
           {"most walls that count, C", "4", "4"},
           {"path loss factor n", "1", "1"},
           {"reference distance d0", "2", "2 m"},
           {"strength at d0", "-50 dBm", "-50 dBm"},
           {"sensitivity", "-92 dBm", "-92 dBm; up above, not at it"}}};
}

report::ReportTable table_of_distances() {
  report::ReportTable table{
      "What distances table II implies", {"run", "walls", "with n = 1", "if n were 2"}, {}};
  for (const PaperRun& run : kRuns)
    table.rows.push_back({run.name, fmt::format("{}", run.walls),
                          fmt::format("{:.1f} m", implied_distance(run, 1.0)),
                          fmt::format("{:.1f} m", implied_distance(run, 2.0))});
  return table;
}

report::Chart chart_of_runs(const std::vector<RunPair>& pairs) {
  report::Series measured{.name = "measured, one std",
                          .color = std::string(report::kInk.light),
                          .mark = report::Mark::Dots,
                          .dot_radius = 4};
  report::Series spread{.color = std::string(report::kEdge.light)};
  report::Series ours{.name = "Rubble",
                      .color = std::string(report::series_color(0)),
                      .mark = report::Mark::Dots,
                      .dot_radius = 4};
  report::Series theirs{.name = "USARSim",
                        .color = std::string(report::series_color(1)),
                        .mark = report::Mark::Dots,
                        .dot_radius = 4};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const PaperRun& run = kRuns[i];
    const auto x = static_cast<double>(i + 1);
    for (const double side : {-1.0, 1.0}) {
      spread.x.push_back(x);
      spread.y.push_back(run.measured[0] + side * run.deviation);
    }
    spread.x.push_back(x);
    spread.y.push_back(std::nan(""));
    measured.x.push_back(x);
    measured.y.push_back(run.measured[0]);
    ours.x.push_back(x + 0.06);
    ours.y.push_back(pairs[i].right.dbm);
    theirs.x.push_back(x + 0.12);
    theirs.y.push_back(run.simulator[0]);
  }
  report::Series room{.x = {0.6, 4.5}, .y = {std::nan(""), std::nan("")}};
  return {.title = "Averages of the four runs",
          .x_label = "run (rtest 1 to 4)",
          .y_label = "strength [dBm]",
          .series = {spread, measured, ours, theirs, room},
          .y_low = -86,
          .y_high = -56};
}

// --- public measurements ----------------------------------------------------------------------

std::string data_of_others() {
  const char* const told = std::getenv("RUBBLE_MEASUREMENTS");
  return told != nullptr ? told : data_folder() + "/../shared/data/sensors";
}

struct MeasuredSite {
  const char* title;
  const char* site;
  const char* match;
};

report::ReportTable table_of_fit(const std::string& title, const radio::SiteFit& fit) {
  report::ReportTable table{title,
                            {"model", "parameters", "train RMSE", "cross-validation", "test RMSE",
                             "test mean "
                             "error"},
                            {}};
  table.word_columns = 2;
  for (const radio::Fit& one : fit.report.fits) {
    if (!one.is_fitted() || !one.test) continue;
    std::string parameters;
    for (const radio::FittedParameter& parameter : one.parameters)
      parameters += fmt::format("{}{} {:.4g}{}", parameters.empty() ? "" : "; ", parameter.name,
                                parameter.value,
                                parameter.error ? fmt::format(" ± {:.2g}", *parameter.error) : "");
    const bool is_chosen = &one == &fit.report.fits[fit.report.chosen];
    table.rows.push_back({is_chosen ? one.name + " (chosen)" : one.name, parameters,
                          two(one.train.rmse),
                          one.cross_validation ? two(*one.cross_validation) : "-",
                          two(one.test->rmse), two(one.test->mean_absolute)});
    table.row_kinds.push_back(is_chosen ? report::RowKind::Best : report::RowKind::Plain);
  }
  return table;
}

// Adds fits of public measurements if they are installed.
Result<void> add_fits(ExperimentResult& section, const std::string& folder,
                      const ShowProgress& progress) {
  const std::string data = data_of_others() + "/wifi_rss_rtt/";
  if (!std::filesystem::exists(data)) {
    section.remarks.emplace_back(
        "The public measurements are not installed (RUBBLE_MEASUREMENTS names their folder), so "
        "nothing is fitted.");
    return {};
  }
  constexpr MeasuredSite kSites[] = {
      {"Lecture theatre, WiFi, dB", "lecture_theatre", "auto"},
      {"Corridor, WiFi, dB: positions of transmitters in the order of the list, as ranges imply",
       "corridor", "auto"},
      {"Corridor, the same by the names in the list", "corridor", "name"}};
  std::vector<report::Chart> charts;
  for (const MeasuredSite& site : kSites) {
    radio::SiteFitSettings options;
    options.data = data + site.site + "_train.csv.gz";
    options.test = data + site.site + "_test.csv.gz";
    options.site = site.site;
    options.match = site.match;
    const auto fits = radio::fit_sites(options);
    if (!fits) return fits.error();
    section.tables.push_back(table_of_fit(site.title, fits->front()));
    if (std::string(site.match) == "auto") {
      charts.push_back(radio::fit_chart(fits->front()));
      if (!fits->front().match.note.empty()) section.remarks.push_back(fits->front().match.note);
    }
    progress(0.4 + 0.2 * static_cast<double>(section.tables.size() - 4));
  }
  const auto figure = write_charts(folder, "radio_fits",
                                   "Measured strengths over distance and the fitted slope, with "
                                   "the slope of table I for comparison.",
                                   charts);
  if (!figure) return figure.error();
  section.figures.push_back(*figure);
  return {};
}

std::vector<std::string> inconsistencies() {
  return {
      "The column of walls carries the unit m.",
      "A formula without noise has an average, a median and a quartile: each run is a set of "
      "positions, and the paper does not list them. Here each run is one link at the distance that "
      "its average implies; medians and quartiles cannot be reproduced.",
      "With n = 1 these distances are 55 to 105 m with at most two walls, too much for one floor "
      "of "
      "a building; with n = 2 they are 10 to 15 m. The table or the exponent is wrong.",
      "USARSim is lower than its own equation by one wall attenuation factor (7 dB) in rtest2 and "
      "rtest3, in average, median and quartile, and equal to it elsewhere: its map parser counted "
      "one wall too many there. With one wall more, Rubble gives the same values.",
      "With n = 1 and -92 dBm a line of sight reaches 31.7 km: only three walls or more ever end a "
      "link (252 m; four and more: 50 m)."};
}

}  // namespace

Result<ExperimentResult> radio_experiment(const std::string& folder, const ShowProgress& progress) {
  const auto pairs = all_runs();
  if (!pairs) return pairs.error();
  progress(0.3);
  const auto figure = write_charts(folder, "radio",
                                   "Averages of the measurements with one standard deviation, of "
                                   "Rubble and of USARSim.",
                                   {chart_of_runs(*pairs)});
  if (!figure) return figure.error();
  ExperimentResult section{
      "radio",
      "Signal strengths behind walls: tables I to IV",
      "For each run a small world is built: two stations at the distance implied by table II and "
      "its number of walls between them. Rubble counts the walls by rays and applies equation 2 "
      "with table I. The remaining difference to the measured averages is the error of the "
      "equation.",
      {{"mean error of averages against table III",
        fmt::format("equation {:.2f} dB, USARSim {:.2f} dB", paper_error(&PaperRun::equation, 0),
                    paper_error(&PaperRun::simulator, 0)),
        fmt::format("{:.2f} dB", rubble_error(*pairs))},
       {"mean error of medians",
        fmt::format("equation {:.2f} dB, USARSim {:.2f} dB", paper_error(&PaperRun::equation, 1),
                    paper_error(&PaperRun::simulator, 1)),
        "positions are not listed"},
       {"mean error of third quartiles",
        fmt::format("equation {:.2f} dB, USARSim {:.2f} dB", paper_error(&PaperRun::equation, 2),
                    paper_error(&PaperRun::simulator, 2)),
        "positions are not listed"}},
      {*figure},
      {table_of_runs(*pairs), table_of_the_wall(*pairs), table_of_parameters(),
       table_of_distances()},
      inconsistencies()};
  if (const auto added = add_fits(section, folder, progress); !added) return added.error();
  return section;
}

}  // namespace rubble::validation
