// SPDX-License-Identifier: Apache-2.0
#include "apps/signal_fitting.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "rubble/world/load.h"

namespace rubble::apps {
namespace {

constexpr const char* kTransmitterColors[] = {"#1f78b4", "#e08a1e", "#33a02c",
                                              "#8e44ad", "#c0392b", "#16a085"};

// A file that is not here is looked for among those that come with Rubble.
std::string found_file(const std::string& path) {
  std::error_code ignored;
  const std::string ours = data_folder() + "/" + path;
  const bool is_ours =
      !std::filesystem::exists(path, ignored) && std::filesystem::exists(ours, ignored);
  return is_ours ? ours : path;
}

Result<std::vector<radio::TransmitterPlace>> listed_places(const SignalFitOptions& options,
                                                           const std::string& data) {
  if (!options.places.empty()) return radio::read_transmitter_places(found_file(options.places));
  const std::string beside =
      (std::filesystem::path(data).parent_path() / "ap_positions.csv").string();
  std::error_code ignored;
  if (std::filesystem::exists(beside, ignored)) return radio::read_transmitter_places(beside);
  return std::vector<radio::TransmitterPlace>();
}

// Surveys of the wanted site, or all. A file that names none is one site.
Result<std::vector<radio::Survey>> wanted_surveys(
    const std::string& file, const std::string& site,
    const std::vector<radio::TransmitterPlace>& places) {
  auto surveys = radio::read_surveys(file);
  if (!surveys) return surveys;
  if (surveys->size() == 1 && surveys->front().site.empty()) {
    surveys->front().site = site.empty() ? radio::site_by_file_name(file, places) : site;
    return surveys;
  }
  if (site.empty()) return surveys;
  std::vector<std::string> names;
  for (const radio::Survey& survey : *surveys) {
    if (survey.site == site) return std::vector<radio::Survey>{survey};
    names.push_back("'" + survey.site + "'");
  }
  return Error{{file},
               fmt::format("there is no site '{}'; there are {}", site, fmt::join(names, ", "))};
}

bool needs_places(const radio::Survey& survey) {
  return std::any_of(survey.strengths.begin(), survey.strengths.end(),
                     [](const radio::Strength& strength) { return !strength.distance; });
}

std::optional<radio::Matching> matching_of(const std::string& word) {
  if (word == "name") return radio::Matching::ByName;
  if (word == "order") return radio::Matching::ByOrder;
  return {};
}

Result<void> place(SiteFit& fit, const std::vector<radio::TransmitterPlace>& places,
                   const SignalFitOptions& options) {
  if (!needs_places(fit.train)) return {};
  if (places.empty())
    return Error{{fit.train.file},
                 "it is not known where the transmitters are: give columns 'distance' or ap_x and "
                 "ap_y, or a list with --aps"};
  fit.match = radio::match_places(fit.train, places, matching_of(options.match));
  fit.has_places = true;
  if (fit.match.places.empty())
    return Error{{fit.train.file},
                 fmt::format("none of the transmitters {} is listed for the site '{}'; --site "
                             "tells which it is",
                             fmt::join(fit.train.transmitters, ", "), fit.site)};
  radio::place_transmitters(fit.train, fit.match.places);
  radio::place_transmitters(fit.test, fit.match.places);
  return {};
}

Result<SiteFit> fit_site(const radio::Survey& survey, const radio::Survey* test,
                         const std::vector<radio::TransmitterPlace>& places,
                         const SignalFitOptions& options) {
  SiteFit fit{.site = survey.site};
  if (test != nullptr) {
    fit.train = survey;
    fit.test = *test;
    fit.split = test->file;
  } else {
    auto parts = radio::split_survey(survey, options.split, options.seed);
    fit.train = std::move(parts.train);
    fit.test = std::move(parts.test);
    fit.split = survey.has_split ? "as the file says"
                                 : fmt::format("{:g} % of the places, seed {}",
                                               100.0 * options.split, options.seed);
  }
  if (const auto placed = place(fit, places, options); !placed) return placed.error();
  auto report = radio::fit_survey(fit.train, fit.test.strengths.empty() ? nullptr : &fit.test);
  if (!report) return report.error();
  fit.report = *std::move(report);
  return fit;
}

Series dots_of(const radio::Survey& survey, int transmitter, const std::string& color) {
  Series series{.name = survey.transmitters[static_cast<std::size_t>(transmitter)],
                .color = color,
                .mark = Mark::Dots,
                .dot_radius = 2.4};
  for (const radio::Strength& strength : survey.strengths) {
    if (strength.transmitter != transmitter) continue;
    series.x.push_back(*strength.distance);
    series.y.push_back(strength.dbm);
  }
  return series;
}

Series line_of(const std::string& name, const std::string& color, double p1, double exponent,
               double nearest, double farthest) {
  Series series{.name = name, .color = color};
  constexpr int kSteps = 120;
  for (int i = 0; i <= kSteps; ++i) {
    const double distance = nearest * std::pow(farthest / nearest, i / double{kSteps});
    series.x.push_back(distance);
    series.y.push_back(p1 - 10.0 * exponent * std::log10(distance));
  }
  return series;
}

}  // namespace

Result<std::vector<SiteFit>> fit_sites(const SignalFitOptions& options) {
  const std::string data = found_file(options.data);
  const auto places = listed_places(options, data);
  if (!places) return places.error();
  const auto surveys = wanted_surveys(data, options.site, *places);
  if (!surveys) return surveys.error();
  std::vector<radio::Survey> tests;
  if (!options.test.empty()) {
    const auto read = wanted_surveys(found_file(options.test), options.site, *places);
    if (!read) return read.error();
    tests = *read;
  }
  std::vector<SiteFit> fits;
  for (const radio::Survey& survey : *surveys) {
    const auto test = std::find_if(tests.begin(), tests.end(), [&](const radio::Survey& one) {
      return one.site == survey.site || tests.size() == 1;
    });
    if (!options.test.empty() && test == tests.end())
      return Error{{options.test}, "there is no site '" + survey.site + "' in it"};
    auto fit = fit_site(survey, test == tests.end() ? nullptr : &*test, *places, options);
    if (!fit) return fit.error();
    fits.push_back(*std::move(fit));
  }
  return fits;
}

Chart fit_chart(const SiteFit& site) {
  double nearest = 1e300, farthest = 0.0;
  for (const radio::Strength& strength : site.train.strengths) {
    nearest = std::min(nearest, std::max(*strength.distance, 0.1));
    farthest = std::max(farthest, *strength.distance);
  }
  const radio::Fit& chosen = site.report.fits[site.report.chosen];
  Chart chart{.title = fmt::format("{}: {} places; the best by cross-validation is '{}'",
                                   site.site.empty() ? "measured" : site.site,
                                   site.train.strengths.size(), chosen.name),
              .x_label = "distance in m",
              .y_label = "strength in dBm",
              .height = 420};
  const auto count = static_cast<int>(site.train.transmitters.size());
  constexpr int kMostInKey = 8;
  for (int i = 0; i < count; ++i) {
    chart.series.push_back(
        dots_of(site.train, i,
                kTransmitterColors[static_cast<std::size_t>(i) % std::size(kTransmitterColors)]));
    if (count > kMostInKey || count == 1) chart.series.back().name.clear();
  }
  if (const radio::Fit* slope = site.report.find("slope"); slope != nullptr && slope->is_fitted())
    chart.series.push_back(line_of(
        fmt::format("slope: {:.1f} dBm at 1 m, n {:.2f}", slope->value("p1"), slope->value("n")),
        "#111111", slope->value("p1"), slope->value("n"), nearest, farthest));
  chart.series.push_back(
      line_of("Table I", "#999999", -50.0 + 10.0 * std::log10(2.0), 1.0, nearest, farthest));
  return chart;
}

}  // namespace rubble::apps
