// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rubble/evaluation/report/assessment_page.h"

namespace rubble::evaluation {
namespace {

// More dots than this cannot be told apart.
constexpr std::size_t kMaxDots = 3000;

struct TimedErrors {
  std::vector<double> times;  // s since the first
  std::vector<double> values;
};

// The largest of each bunch of neighbours in time where there are too many.
TimedErrors thinned(const TimedErrors& all) {
  const std::size_t bunch = (all.times.size() + kMaxDots - 1) / kMaxDots;
  if (bunch <= 1) return all;
  TimedErrors kept;
  for (std::size_t i = 0; i < all.times.size(); i += bunch) {
    const auto first = all.values.begin() + static_cast<std::ptrdiff_t>(i);
    const auto last =
        all.values.begin() + static_cast<std::ptrdiff_t>(std::min(all.values.size(), i + bunch));
    const auto at = static_cast<std::size_t>(std::max_element(first, last) - all.values.begin());
    kept.times.push_back(all.times[at]);
    kept.values.push_back(all.values[at]);
  }
  return kept;
}

report::Series dots_of(const TimedErrors& errors, const std::string& name, std::string_view color) {
  TimedErrors kept = thinned(errors);
  return {.name = name,
          .x = std::move(kept.times),
          .y = std::move(kept.values),
          .color = std::string(color),
          .mark = report::Mark::Dots,
          .dot_radius = 2.0};
}

TimedErrors timed(const std::vector<RelationError>& errors, Part part, bool is_loop, double start) {
  TimedErrors result;
  for (const RelationError& error : errors) {
    if (error.is_loop != is_loop) continue;
    result.times.push_back(error.stamp_j - start);
    result.values.push_back(part == Part::Translation ? error.translation : error.rotation_deg);
  }
  return result;
}

double first_stamp(const AssessReport& report) {
  double first = 1e300;
  for (const AssessedEstimate& estimate : report.estimates)
    for (const RelationError& error : estimate.relations->errors)
      first = std::min(first, error.stamp_i);
  return first;
}

report::Chart relation_chart(const AssessedEstimate& estimate, Part part, double start) {
  const bool is_translation = part == Part::Translation;
  const auto& found = *estimate.relations;
  const double mean = is_translation ? found.all.translation.mean : found.all.rotation_deg.mean;
  const char* const unit = is_translation ? "m" : "deg";
  const char* const quantity = is_translation ? "translation error" : "rotation error";
  report::Chart chart{
      .title = fmt::format("{}: {}, mean {:.3g} {}", estimate.name, quantity, mean, unit),
      .x_label = "time of the later end [s]",
      .y_label = fmt::format("{} [{}]", quantity, unit),
      .y_low = 0.0,
      .height = 240};
  chart.series.push_back(
      dots_of(timed(found.errors, part, false, start), "neighbour", report::series_color(0)));
  chart.series.push_back(
      dots_of(timed(found.errors, part, true, start), "loop", report::series_color(1)));
  chart.guides.push_back({.at = mean, .label = "mean"});
  return chart;
}

report::Chart truth_chart(const AssessedEstimate& estimate) {
  const auto& found = *estimate.against_truth;
  TimedErrors errors;
  for (const auto& error : found.errors) {
    errors.times.push_back(error.stamp - found.errors.front().stamp);
    errors.values.push_back(error.translation);
  }
  report::Chart chart{.title = fmt::format("{}: absolute error (ATE), RMSE {:.3g} m", estimate.name,
                                           found.ate.rmse),
                      .x_label = "time [s]",
                      .y_label = "ATE [m]",
                      .y_low = 0.0,
                      .height = 240};
  chart.series.push_back(dots_of(errors, "", report::series_color(0)));
  chart.guides.push_back({.at = found.ate.rmse, .label = "RMSE"});
  return chart;
}

}  // namespace

std::vector<report::Chart> error_charts(const AssessReport& report) {
  std::vector<report::Chart> charts;
  const double start = report.relations.empty() ? 0.0 : first_stamp(report);
  for (const AssessedEstimate& estimate : report.estimates) {
    if (estimate.relations) {
      charts.push_back(relation_chart(estimate, Part::Translation, start));
      charts.push_back(relation_chart(estimate, Part::Rotation, start));
    }
    if (estimate.against_truth) charts.push_back(truth_chart(estimate));
  }
  return charts;
}

}  // namespace rubble::evaluation
