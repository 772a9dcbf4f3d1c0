// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/commands.h"
#include "apps/support.h"
#include "rubble/radio/fit/site_fit.h"

namespace rubble::apps {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json errors_json(const radio::FitErrors& errors) {
  return {{"count", errors.count},
          {"rmse", errors.rmse},
          {"mae", errors.mean_absolute},
          {"bias", errors.bias}};
}

Json fit_json(const radio::Fit& fit) {
  Json json{{"model", fit.name}, {"formula", fit.formula}};
  if (!fit.is_fitted()) {
    json["not_fitted"] = fit.note;
    return json;
  }
  json["parameters"] = Json::object();
  json["standard_errors"] = Json::object();
  for (const radio::FittedParameter& parameter : fit.parameters) {
    json["parameters"][parameter.name] = parameter.value;
    if (parameter.error) json["standard_errors"][parameter.name] = *parameter.error;
  }
  json["train"] = errors_json(fit.train);
  json["cross_validation_rmse"] = json_of(fit.cross_validation);
  json["test"] = fit.test ? errors_json(*fit.test) : Json(nullptr);
  return json;
}

Json site_json(const radio::SiteFit& site) {
  Json json{{"file", site.train.file},
            {"site", site.site},
            {"train_count", site.train.strengths.size()},
            {"test_count", site.test.strengths.size()},
            {"test_from", site.split},
            {"test_site", site.test.site},
            {"transmitters", site.train.transmitters},
            {"chosen", site.report.fits[site.report.chosen].name},
            {"models", Json::array()}};
  if (site.has_positions)
    json["positions"] = {
        {"matched_by", site.match.matching == radio::Matching::ByOrder ? "order" : "name"},
        {"range_correlation_by_name", json_of(site.match.correlation_by_name)},
        {"range_correlation_by_order", json_of(site.match.correlation_by_order)},
        {"note", site.match.note}};
  for (const radio::Fit& fit : site.report.fits) json["models"].push_back(fit_json(fit));
  return json;
}

std::string parameters_text(const radio::Fit& fit) {
  std::string text;
  for (const radio::FittedParameter& parameter : fit.parameters) {
    text += fmt::format("{}{} {:.4g}", text.empty() ? "" : ", ", parameter.name, parameter.value);
    if (parameter.error) text += fmt::format(" +- {:.2g}", *parameter.error);
  }
  return text;
}

void print_site(const radio::SiteFit& site) {
  fmt::print("{}{}{}: {} training positions, {} test positions ({})\n", site.train.file,
             site.site.empty() ? "" : ", ", site.site, site.train.strengths.size(),
             site.test.strengths.size(), site.split);
  for (const radio::PositionMatch* match : {&site.match, &site.test_match})
    if (!match->note.empty()) fmt::print("{}\n", match->note);
  fmt::print("{:<12} {:>8} {:>8} {:>8} {:>8}   RMSE and mean error in dB\n", "model", "train",
             "blocks", "test", "mae");
  for (const radio::Fit& fit : site.report.fits) {
    if (!fit.is_fitted()) {
      fmt::print("{:<12} not fitted: {}\n", fit.name, fit.note);
      continue;
    }
    const auto number = [](bool is_known, double value) {
      return is_known ? fmt::format("{:.2f}", value) : std::string("-");
    };
    fmt::print("{:<12} {:>8.2f} {:>8} {:>8} {:>8}   {}\n", fit.name, fit.train.rmse,
               number(fit.cross_validation.has_value(), fit.cross_validation.value_or(0.0)),
               number(fit.test.has_value(), fit.test ? fit.test->rmse : 0.0),
               number(fit.test.has_value(), fit.test ? fit.test->mean_absolute : 0.0),
               parameters_text(fit));
  }
  fmt::print("best: {}, by spatial block cross-validation\n",
             site.report.fits[site.report.chosen].name);
}

Result<void> draw_fits(const std::vector<radio::SiteFit>& fits, const std::string& path) {
  std::vector<report::Chart> charts;
  for (const radio::SiteFit& fit : fits) charts.push_back(radio::fit_chart(fit));
  if (path.ends_with(".svg")) return write_file(path, report::charts_svg(charts));
  return write_picture(path, report::charts_picture(charts));
}

}  // namespace

int signal_fit(const SignalFitOptions& options) {
  const auto fits = radio::fit_sites({.data = options.data,
                                      .test = options.test,
                                      .places = options.places,
                                      .site = options.site,
                                      .match = options.match,
                                      .split = options.split,
                                      .seed = options.seed});
  if (!fits) return fail(fits.error());
  if (!options.plot.empty())
    if (const auto drawn = draw_fits(*fits, options.plot); !drawn)
      return fail(drawn.error(), kRunFailed);
  print_written_files({options.plot});
  if (options.json) {
    Json json = fits->size() == 1 ? site_json(fits->front()) : Json{{"sites", Json::array()}};
    for (std::size_t i = 0; fits->size() > 1 && i < fits->size(); ++i)
      json["sites"].push_back(site_json((*fits)[i]));
    fmt::print("{}\n", json.dump(-1, ' ', false, Json::error_handler_t::replace));
    return kDone;
  }
  for (const radio::SiteFit& fit : *fits) {
    print_site(fit);
    if (&fit != &fits->back()) fmt::print("\n");
  }
  return kDone;
}

}  // namespace rubble::apps
