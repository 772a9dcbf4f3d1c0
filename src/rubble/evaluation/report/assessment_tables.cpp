// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/report/assessment_tables.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace rubble::evaluation {
namespace {

using statistics::ErrorSummary;

const ErrorSummary& part_of(const PartSummary& summary, Part part) {
  return part == Part::Translation ? summary.translation : summary.rotation_deg;
}

std::string with_deviation(double mean, double deviation, int digits) {
  return report::decimals(mean, digits) + " ± " + report::decimals(deviation, digits);
}

std::string p_text(double p) { return p < 0.0001 ? "< 0.0001" : fmt::format("{:.4f}", p); }

std::string percent(double share) { return fmt::format("{:.0f} %", 100.0 * share); }

std::string interval_text(const statistics::MeanEstimate& mean, int digits) {
  if (!mean.is_enough) return "-";
  return report::decimals(mean.interval.low, digits) + " to " +
         report::decimals(mean.interval.high, digits);
}

std::vector<std::string> error_row(const std::string& name, const std::string& which,
                                   const ErrorSummary& s, int digits) {
  if (s.count == 0) return {name, which, "0", "-", "-", "-", "-", "-"};
  return {name,
          which,
          fmt::format("{}", s.count),
          with_deviation(s.mean, s.std, digits),
          with_deviation(s.squared_mean, s.squared_std, digits),
          report::decimals(s.max, 2),
          report::decimals(s.median, digits),
          report::decimals(s.p95, digits)};
}

report::ReportTable ranges_table(const AssessReport& report, bool is_distance) {
  report::ReportTable table{
      .title = is_distance ? "By distance travelled between the ends" : "By time between the ends",
      .head = {"estimate", is_distance ? "distance [m]" : "time [s]", "relations",
               "translation [m]", "max", "rotation [deg]", "max"},
      .word_columns = 1,
      .note = is_distance ? "Short: local consistency. Long: global consistency." : ""};
  for (const AssessedEstimate& estimate : report.estimates) {
    std::string name = estimate.name;
    for (const auto& range : is_distance ? by_distance_travelled(estimate.relations->errors)
                                         : by_time_between(estimate.relations->errors)) {
      const auto &moved = range.summary.translation, &turned = range.summary.rotation_deg;
      table.rows.push_back(
          {std::exchange(name, {}),
           std::isfinite(range.high) ? fmt::format("{:g} to {:g}", range.low, range.high)
                                     : fmt::format("over {:g}", range.low),
           fmt::format("{}", moved.count), with_deviation(moved.mean, moved.std, 3),
           report::decimals(moved.max, 2), with_deviation(turned.mean, turned.std, 2),
           report::decimals(turned.max, 2)});
    }
  }
  return table;
}

report::ReportTable truth_table(const AssessReport& report) {
  report::ReportTable table{
      .title = "Against the true trajectory",
      .head = {"estimate", "error", "pairs", "RMSE", "mean", "median", "std", "min", "max", "SSE"},
      .word_columns = 2,
      .note = fmt::format("ATE after alignment: {}. RPE over {}.", report.align, report.rpe_delta)};
  const auto add = [&](const std::string& name, const char* what, const ErrorSummary& s) {
    std::vector<std::string> row{name, what, fmt::format("{}", s.count)};
    for (const double value : {s.rmse, s.mean, s.median, s.std, s.min, s.max, s.sse})
      row.push_back(s.count > 0 ? report::decimals(value, 4) : "-");
    table.rows.push_back(std::move(row));
  };
  for (const AssessedEstimate& estimate : report.estimates) {
    const auto& found = *estimate.against_truth;
    add(estimate.name, "ATE [m]", found.ate);
    add("", "ATE [deg]", found.ate_rotation_deg);
    add("", "RPE [m]", found.rpe);
    add("", "RPE [deg]", found.rpe_rotation_deg);
  }
  return table;
}

std::string ratio_text(double ratio) {
  if (ratio > 1000.0) return "over x 1000";
  return ratio < 0.001 ? "below x 0.001" : fmt::format("x {:.3g}", ratio);
}

report::ReportTable comparison_table(const AssessReport& report) {
  const auto& settings = report.comparison_settings;
  report::ReportTable table{
      .title = kComparisonTitle,
      .head = {"first", "second", "mean error", "count", "first / second",
               fmt::format("{:g} % interval", 100.0 * (1.0 - settings.level)), "p",
               "smallest shown", "verdict"},
      .word_columns = 3,
      .note = fmt::format("Ratio of mean errors at the same moments, tested on a log scale; "
                          "interval and p are of one "
                          "test and hold for all rows together. Different: the interval leaves 1 "
                          "out (p below {0:g}). "
                          "Equivalent: the interval is within {1:g} %. Else not distinguishable: a "
                          "difference below "
                          "the smallest shown would be found in less than 80 % of such runs.",
                          settings.level, 100.0 * settings.margin)};
  for (const auto& comparison : report.comparisons) {
    std::string first = report.estimates[comparison.first].name;
    std::string second = report.estimates[comparison.second].name;
    for (const auto& test : comparison.tests) {
      const auto& result = test.result;
      const bool is_enough = result.estimate.is_enough;
      table.rows.push_back(
          {std::exchange(first, {}), std::exchange(second, {}), test_name(test),
           fmt::format("{}", result.estimate.count), ratio_text(result.ratio),
           is_enough ? ratio_text(result.interval.low) + " to " + ratio_text(result.interval.high)
                     : "-",
           is_enough ? p_text(result.p) : "-", is_enough ? ratio_text(result.smallest_ratio) : "-",
           word_for(result.verdict)});
    }
  }
  return table;
}

}  // namespace

report::ReportTable counts_table(const AssessReport& report) {
  report::ReportTable table{
      .title = fmt::format("{} relations, {} of them loops (ends over 20 s apart)",
                           report.relation_count, report.loop_count),
      .head = {"estimate", "poses", "matched", "interpolated", "unmatched", "covered way",
               "near loops"}};
  for (const AssessedEstimate& estimate : report.estimates)
    table.rows.push_back({estimate.name, fmt::format("{}", estimate.trajectory.poses.size()),
                          fmt::format("{}", estimate.relations->matched),
                          fmt::format("{}", estimate.relations->interpolated),
                          fmt::format("{}", estimate.relations->unmatched),
                          percent(estimate.coverage.distance), percent(estimate.coverage.loops)});
  return table;
}

report::ReportTable errors_table(const AssessReport& report, Part part) {
  const bool is_translation = part == Part::Translation;
  const std::string unit = is_translation ? "m" : "deg";
  const int digits = is_translation ? 3 : 2;
  report::ReportTable table{
      .title = is_translation ? "Translation" : "Rotation",
      .head = {"estimate", "relations", "count", fmt::format("Abs. Err. [{}]", unit),
               fmt::format("Sqr. Err. [{}²]", unit), fmt::format("Max. Err. [{}]", unit), "median",
               "95 %"},
      .word_columns = 2};
  for (const AssessedEstimate& estimate : report.estimates) {
    const auto& found = *estimate.relations;
    table.rows.push_back(error_row(estimate.name, "all", part_of(found.all, part), digits));
    table.rows.push_back(error_row("", "neighbour", part_of(found.neighbour, part), digits));
    table.rows.push_back(error_row("", "loop", part_of(found.loop, part), digits));
    const auto& mean = is_translation ? estimate.means.translation : estimate.means.rotation_deg;
    if (mean.is_enough)
      table.note += fmt::format("{}mean of {}, 95 %: {} {}", table.note.empty() ? "" : "; ",
                                estimate.name, interval_text(mean, digits), unit);
  }
  return table;
}

report::ReportTable worst_table(const AssessReport& report, const AssessedEstimate& estimate) {
  report::ReportTable table{.title = "Worst relations of " + estimate.name,
                            .head = {"line", "earlier stamp", "later stamp", "kind",
                                     "translation [m]", "rotation [deg]", "travelled [m]"},
                            .word_columns = 0};
  for (const auto& error : worst_of(estimate.relations->errors, report.worst))
    table.rows.push_back(
        {fmt::format("{}", error.line), fmt::format("{:.6f}", error.stamp_i),
         fmt::format("{:.6f}", error.stamp_j), error.is_loop ? "loop" : "neighbour",
         report::decimals(error.translation, 3), report::decimals(error.rotation_deg, 2),
         report::decimals(error.travelled, 1)});
  return table;
}

std::vector<report::ReportTable> assess_tables(const AssessReport& report) {
  std::vector<report::ReportTable> tables;
  if (!report.relations.empty()) {
    tables.push_back(counts_table(report));
    tables.push_back(errors_table(report, Part::Translation));
    tables.push_back(errors_table(report, Part::Rotation));
  }
  if (!report.truth.empty()) tables.push_back(truth_table(report));
  if (!report.comparisons.empty()) tables.push_back(comparison_table(report));
  return tables;
}

std::vector<report::ReportTable> range_tables(const AssessReport& report) {
  if (report.relations.empty()) return {};
  return {ranges_table(report, true), ranges_table(report, false)};
}

std::vector<report::ReportTable> all_assess_tables(const AssessReport& report) {
  std::vector<report::ReportTable> tables = assess_tables(report);
  for (report::ReportTable& table : range_tables(report)) tables.push_back(std::move(table));
  if (!report.relations.empty() && report.worst > 0)
    for (const AssessedEstimate& estimate : report.estimates)
      tables.push_back(worst_table(report, estimate));
  return tables;
}

}  // namespace rubble::evaluation
