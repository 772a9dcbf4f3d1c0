// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/report/assessment_page.h"

#include <fmt/format.h>

#include "rubble/evaluation/report/assessment_tables.h"
#include "rubble/report/document.h"

namespace rubble::evaluation {
namespace {

void add_relation_result(const RelationAssessment& relations, report::Card& card) {
  const auto& all = relations.all;
  const auto& loop = relations.loop.translation;
  card.value = fmt::format("{} m, {}°", report::decimals(all.translation.mean, 3),
                           report::decimals(all.rotation_deg.mean, 2));
  card.lines.push_back(
      fmt::format("mean error at {} relations; loops {}", all.translation.count,
                  loop.count > 0 ? report::decimals(loop.mean, 3) + " m" : "none"));
  card.lines.push_back(fmt::format("{} matched, {} interpolated, {} unmatched", relations.matched,
                                   relations.interpolated, relations.unmatched));
}

void add_truth_result(const TrajectoryAssessment& truth, report::Card& card) {
  const std::string ate = fmt::format("ATE {} m", report::decimals(truth.ate.rmse, 3));
  (card.value.empty() ? card.value : card.second_value) = ate;
  card.lines.push_back(fmt::format("ATE: RMSE over {} poses; RPE {} m", truth.pairs,
                                   report::decimals(truth.rpe.rmse, 3)));
}

std::vector<report::Card> cards_of(const AssessReport& report) {
  std::vector<report::Card> cards;
  for (const AssessedEstimate& estimate : report.estimates) {
    cards.push_back({.title = estimate.name, .series = cards.size()});
    if (estimate.relations) add_relation_result(*estimate.relations, cards.back());
    if (estimate.against_truth) add_truth_result(*estimate.against_truth, cards.back());
  }
  return cards;
}

report::Section verdicts_of(const AssessReport& report) {
  std::vector<report::Verdict> verdicts;
  for (const Comparison& comparison : report.comparisons)
    verdicts.push_back({.word = verdict_text(report, comparison.verdict()),
                        .is_marked = comparison.is_different(),
                        .subject = report.estimates[comparison.first].name + " and " +
                                   report.estimates[comparison.second].name,
                        .reason = verdict_of(report, comparison)});
  return report::Section("Verdict").verdicts(verdicts);
}

std::string path_csv(const AssessedEstimate& estimate) {
  std::string text = "stamp_s,x_m,y_m,z_m\n";
  for (const StampedPose& pose : estimate.trajectory.poses) {
    const Vec3& position = pose.pose.position;
    text += fmt::format("{:.6f},{:.4f},{:.4f},{:.4f}\n", pose.stamp, position.x(), position.y(),
                        position.z());
  }
  return text;
}

report::Figure overlay_figure(const AssessedEstimate& estimate,
                              const std::optional<maps::OccupancyMap>& background) {
  return {.caption = estimate.relations
                         ? "Estimated path (grey) in the frame of the estimate, with a line per "
                           "relation, coloured by its error."
                         : "The true path and the estimated path aligned with it.",
          .drawing = overlay_drawing(estimate, background),
          .data = path_csv(estimate),
          .data_name = estimate.name + "_path.csv"};
}

report::Figure errors_figure(const AssessReport& report, const AssessedEstimate& estimate) {
  AssessReport alone{.relations = report.relations, .truth = report.truth};
  alone.estimates.push_back({.name = estimate.name,
                             .trajectory = {},
                             .relations = estimate.relations,
                             .against_truth = estimate.against_truth});
  const auto charts = error_charts(alone);
  return {.caption = "Errors over time; the dashed line is the mean or RMSE.",
          .drawing = report::charts_drawing(charts),
          .data = report::charts_csv(charts),
          .data_name = estimate.name + "_errors.csv"};
}

report::Section figures_of(const AssessReport& report, const AssessedEstimate& estimate,
                           const std::optional<maps::OccupancyMap>& background) {
  report::Section section(estimate.name);
  section.figure(overlay_figure(estimate, background)).figure(errors_figure(report, estimate));
  if (estimate.relations && report.worst > 0)
    section.details(fmt::format("The {} worst relations", report.worst),
                    report::Section().table(worst_table(report, estimate)));
  return section;
}

std::vector<std::string> method_of(const AssessReport& report) {
  std::vector<std::string> items;
  if (!report.relations.empty()) {
    items.emplace_back(
        "Each relation says where the robot truly was at one moment seen from another. Its error "
        "is how far the estimate's own displacement is off; no common frame is needed. Deviations "
        "(±) are those of the population.");
    items.emplace_back(
        "Intervals draw long blocks of the run again, since errors near in time are alike.");
  }
  if (!report.truth.empty())
    items.push_back(
        fmt::format("ATE and RPE are defined as in evo; the alignment is {}, relative errors are "
                    "over {}.",
                    report.align, report.rpe_delta));
  if (!report.comparisons.empty())
    items.emplace_back(
        "Two estimates are compared by the ratio of their mean errors at the same moments: a "
        "paired t test on a log scale. Its standard error is that of a block bootstrap, or that of "
        "as many independent errors as their autocorrelation leaves, whichever is larger. "
        "Intervals and p values hold for all tests together (Bonferroni).");
  items.insert(items.end(), report.remarks.begin(), report.remarks.end());
  return items;
}

void add_tables(const std::vector<report::ReportTable>& tables, report::Document& document) {
  for (const report::ReportTable& table : tables)
    document.add(report::Section(table.title).table(table));
}

}  // namespace

std::string assess_page(const AssessReport& report, const Backgrounds& backgrounds) {
  report::Document document("Trajectory assessment");
  if (!report.relations.empty()) document.lead("Relations: " + report.relations);
  if (!report.truth.empty()) document.lead("True trajectory: " + report.truth);
  document.add(report::Section().cards(cards_of(report)));
  if (!report.missed.empty())
    document.add(report::Section("Thresholds that were missed").alerts(report.missed));
  if (!report.comparisons.empty()) document.add(verdicts_of(report));
  add_tables(assess_tables(report), document);
  for (std::size_t i = 0; i < report.estimates.size(); ++i)
    document.add(figures_of(report, report.estimates[i], backgrounds[i]));
  add_tables(range_tables(report), document);
  document.add(report::Section("How to read this").list(method_of(report)));
  return document.html();
}

}  // namespace rubble::evaluation
