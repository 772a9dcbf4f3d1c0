// SPDX-License-Identifier: Apache-2.0
#include "rubble/radio/fit/site_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "rubble/sdf/load.h"

namespace rubble::radio {
namespace {

Result<std::vector<TransmitterPosition>> listed_places(const SiteFitSettings& settings,
                                                       const std::string& data) {
  if (!settings.places.empty())
    return read_transmitter_positions(resolve_data_path(settings.places));
  const std::string beside =
      (std::filesystem::path(data).parent_path() / "ap_positions.csv").string();
  std::error_code ignored;
  if (std::filesystem::exists(beside, ignored)) return read_transmitter_positions(beside);
  return std::vector<TransmitterPosition>();
}

// The surveys of the requested site, or all. A file without sites is a single site: the one its
// file name begins with, or the requested one.
Result<std::vector<Survey>> wanted_surveys(const std::string& file, const std::string& site,
                                           const std::vector<TransmitterPosition>& places) {
  auto surveys = read_surveys(file);
  if (!surveys) return surveys;
  if (surveys->size() == 1 && surveys->front().site.empty()) {
    surveys->front().site = site.empty() ? site_by_file_name(file, places) : site;
    return surveys;
  }
  if (site.empty()) return surveys;
  std::vector<std::string> names;
  for (const Survey& survey : *surveys) {
    if (survey.site == site) return std::vector<Survey>{survey};
    names.push_back("'" + survey.site + "'");
  }
  return Error{{file},
               fmt::format("there is no site '{}'; there are {}", site, fmt::join(names, ", "))};
}

// The test data, with the positions of its own transmitters.
struct TestSurveys {
  std::vector<Survey> surveys;
  std::vector<TransmitterPosition> places;
};

Result<TestSurveys> test_surveys(const SiteFitSettings& settings) {
  TestSurveys tests;
  if (settings.test.empty()) return tests;
  const std::string file = resolve_data_path(settings.test);
  auto places = listed_places(settings, file);
  if (!places) return places.error();
  tests.places = *std::move(places);
  const std::string own_site = site_by_file_name(file, tests.places);
  auto surveys = wanted_surveys(file, own_site.empty() ? settings.site : own_site, tests.places);
  if (!surveys) return surveys.error();
  tests.surveys = *std::move(surveys);
  return tests;
}

bool needs_places(const Survey& survey) {
  return std::any_of(survey.strengths.begin(), survey.strengths.end(),
                     [](const Strength& strength) { return !strength.distance; });
}

std::optional<Matching> matching_of(const std::string& word) {
  if (word == "name") return Matching::ByName;
  if (word == "order") return Matching::ByOrder;
  return {};
}

// Nothing for surveys that contain distances.
Result<PositionMatch> place(Survey& survey, const std::vector<TransmitterPosition>& places,
                            const SiteFitSettings& settings) {
  if (!needs_places(survey)) return PositionMatch();
  if (places.empty())
    return Error{
        {survey.file},
        "the positions of the transmitters are unknown: give columns 'distance' or ap_x and "
        "ap_y, or a list with --aps"};
  PositionMatch match = match_positions(survey, places, matching_of(settings.match));
  if (match.positions.empty())
    return Error{{survey.file},
                 fmt::format("none of the transmitters {} is listed for the site '{}'; --site "
                             "selects the site",
                             fmt::join(survey.transmitters, ", "), survey.site)};
  set_transmitter_positions(survey, match.positions);
  return match;
}

// Test data of the same site has the same transmitters; another site has its own.
Result<void> place_both(SiteFit& fit, const std::vector<TransmitterPosition>& places,
                        const std::vector<TransmitterPosition>& test_places,
                        const SiteFitSettings& settings) {
  auto match = place(fit.train, places, settings);
  if (!match) return match.error();
  fit.match = *std::move(match);
  fit.has_positions = !fit.match.positions.empty();
  if (!fit.is_tested_elsewhere()) {
    if (fit.has_positions) set_transmitter_positions(fit.test, fit.match.positions);
    return {};
  }
  auto test_match = place(fit.test, test_places, settings);
  if (!test_match) return test_match.error();
  fit.test_match = *std::move(test_match);
  return {};
}

Result<SiteFit> fit_site(const Survey& survey, const Survey* test,
                         const std::vector<TransmitterPosition>& places,
                         const std::vector<TransmitterPosition>& test_places,
                         const SiteFitSettings& settings) {
  SiteFit fit{.site = survey.site};
  if (test != nullptr) {
    fit.train = survey;
    fit.test = *test;
    fit.split = test->file;
    if (fit.is_tested_elsewhere())
      fit.split += fmt::format(", another site{}{}", test->site.empty() ? "" : ": ", test->site);
  } else {
    auto parts = split_survey(survey, settings.split, settings.seed);
    fit.train = std::move(parts.train);
    fit.test = std::move(parts.test);
    fit.split = survey.has_split ? "as the file says"
                                 : fmt::format("{:g} % of the positions, seed {}",
                                               100.0 * settings.split, settings.seed);
  }
  if (const auto placed = place_both(fit, places, test_places, settings); !placed)
    return placed.error();
  auto report = fit_survey(fit.train, fit.test.strengths.empty() ? nullptr : &fit.test);
  if (!report) return report.error();
  fit.report = *std::move(report);
  return fit;
}

report::Series dots_of(const Survey& survey, int transmitter, std::string_view color) {
  report::Series series{.name = survey.transmitters[static_cast<std::size_t>(transmitter)],
                        .color = std::string(color),
                        .mark = report::Mark::Dots,
                        .dot_radius = 2.4};
  for (const Strength& strength : survey.strengths) {
    if (strength.transmitter != transmitter) continue;
    series.x.push_back(*strength.distance);
    series.y.push_back(strength.dbm);
  }
  return series;
}

report::Series line_of(const std::string& name, const report::ThemeColor& color, double p1,
                       double exponent, double nearest, double farthest) {
  report::Series series{.name = name, .color = std::string(color.light)};
  constexpr int kSteps = 120;
  for (int i = 0; i <= kSteps; ++i) {
    const double distance = nearest * std::pow(farthest / nearest, i / double{kSteps});
    series.x.push_back(distance);
    series.y.push_back(p1 - 10.0 * exponent * std::log10(distance));
  }
  return series;
}

}  // namespace

Result<std::vector<SiteFit>> fit_sites(const SiteFitSettings& settings) {
  const std::string data = resolve_data_path(settings.data);
  const auto places = listed_places(settings, data);
  if (!places) return places.error();
  const auto surveys = wanted_surveys(data, settings.site, *places);
  if (!surveys) return surveys.error();
  const auto tests = test_surveys(settings);
  if (!tests) return tests.error();
  std::vector<SiteFit> fits;
  for (const Survey& survey : *surveys) {
    const auto& all = tests->surveys;
    const auto test = std::find_if(all.begin(), all.end(), [&](const Survey& one) {
      return one.site == survey.site || all.size() == 1;
    });
    if (!settings.test.empty() && test == all.end())
      return Error{{settings.test}, "there is no site '" + survey.site + "' in it"};
    auto fit =
        fit_site(survey, test == all.end() ? nullptr : &*test, *places, tests->places, settings);
    if (!fit) return fit.error();
    fits.push_back(*std::move(fit));
  }
  return fits;
}

report::Chart fit_chart(const SiteFit& site) {
  double nearest = 1e300, farthest = 0.0;
  for (const Strength& strength : site.train.strengths) {
    nearest = std::min(nearest, std::max(*strength.distance, 0.1));
    farthest = std::max(farthest, *strength.distance);
  }
  const Fit& chosen = site.report.fits[site.report.chosen];
  report::Chart chart{.title = fmt::format("{}: {} positions; best by cross-validation: '{}'",
                                           site.site.empty() ? "measured" : site.site,
                                           site.train.strengths.size(), chosen.name),
                      .x_label = "distance [m]",
                      .y_label = "strength [dBm]",
                      .height = 420};
  const auto count = static_cast<int>(site.train.transmitters.size());
  constexpr int kMaxLegendEntries = 8;
  for (int i = 0; i < count; ++i) {
    chart.series.push_back(
        dots_of(site.train, i, report::series_color(static_cast<std::size_t>(i))));
    if (count > kMaxLegendEntries || count == 1) chart.series.back().name.clear();
  }
  if (const Fit* slope = site.report.find("slope"); slope != nullptr && slope->is_fitted())
    chart.series.push_back(line_of(
        fmt::format("slope: {:.1f} dBm at 1 m, n {:.2f}", slope->value("p1"), slope->value("n")),
        report::kInk, slope->value("p1"), slope->value("n"), nearest, farthest));
  chart.series.push_back(
      line_of("Table I", report::kEdge, -50.0 + 10.0 * std::log10(2.0), 1.0, nearest, farthest));
  return chart;
}

}  // namespace rubble::radio
