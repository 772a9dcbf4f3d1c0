// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/assess_report.h"

namespace rubble::apps {
namespace {

constexpr const char* kStyle = R"(
:root { --ink: #1c2630; --soft: #5d6b78; --line: #e1e6ea; --blue: #2f6db3; --back: #f5f7f9; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink);
       font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 32px 24px 64px; }
h1 { margin: 0; font-size: 26px; letter-spacing: -0.01em; }
h2 { margin: 0 0 12px; font-size: 18px; }
h3 { margin: 22px 0 8px; font-size: 15px; }
.files { margin: 4px 0 20px; color: var(--soft); overflow-wrap: anywhere; }
section { background: #fff; border: 1px solid var(--line); border-radius: 10px; padding: 20px 24px;
          margin: 16px 0; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(230px, 1fr)); gap: 14px; }
.card { background: #fff; border: 1px solid var(--line); border-top: 4px solid var(--blue);
        border-radius: 10px; padding: 14px 18px; }
.card b { display: block; overflow-wrap: anywhere; }
.card .big { font-size: 24px; font-weight: 650; font-variant-numeric: tabular-nums; }
.small { color: var(--soft); font-size: 13px; }
.verdicts { list-style: none; padding: 0; margin: 0; } .verdicts li { margin: 8px 0; }
.mark { display: inline-block; min-width: 92px; margin-right: 8px; padding: 1px 10px; border-radius: 10px;
        background: #e9eef3; text-align: center; font-weight: 600; }
.mark.differs { background: #fbe3c6; }
.card .second { margin-top: 8px; font-weight: 600; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: 14px; }
th, td { padding: 6px 10px; text-align: right; white-space: nowrap; }
th { color: var(--soft); font-weight: 600; border-bottom: 2px solid var(--line); }
td { border-bottom: 1px solid var(--line); }
tbody tr:last-child td { border-bottom: 0; }
tbody tr:hover td { background: #f8fafc; }
.w { text-align: left; }
.note { color: var(--soft); font-size: 13px; margin: 10px 0 0; }
.bad { color: #b3273a; font-weight: 600; }
ul { margin: 6px 0 14px; padding-left: 20px; }
svg { display: block; width: 100%; height: auto; max-width: 860px; margin: 8px auto; }
details > summary { cursor: pointer; color: var(--blue); margin-top: 14px; }
@media print { body { background: #fff; } section, .card { break-inside: avoid; } }
)";

std::string section(const std::string& title, const std::string& body) {
  return fmt::format("<section><h2>{}</h2>\n{}</section>\n", report::html_escaped(title), body);
}

std::string card(const AssessedEstimate& estimate, std::size_t index) {
  std::string body;
  if (estimate.relations) {
    const auto& all = estimate.relations->all;
    body = fmt::format(
        "<span class='big'>{} m &ensp; {}°</span>"
        "<div class='small'>mean error at {} relations; loops {}</div>"
        "<div class='small'>{} matched, {} interpolated, {} unmatched</div>",
        report::decimals(all.translation.mean, 3), report::decimals(all.rotation_deg.mean, 2),
        all.translation.count,
        estimate.relations->loop.translation.count > 0
            ? report::decimals(estimate.relations->loop.translation.mean, 3) + " m"
            : "none",
        estimate.relations->matched, estimate.relations->interpolated,
        estimate.relations->unmatched);
  }
  if (estimate.against_truth)
    body += fmt::format(
        "<div class='{}'>ATE {} m</div><div class='small'>RMSE over {} poses; RPE {} m</div>",
        estimate.relations ? "second" : "big",
        report::decimals(estimate.against_truth->ate.rmse, 3), estimate.against_truth->pairs,
        report::decimals(estimate.against_truth->rpe.rmse, 3));
  return fmt::format("<div class='card' style='border-top-color:{}'><b>{}</b>{}</div>\n",
                     estimate_color(index), report::html_escaped(estimate.name), body);
}

std::string verdicts(const AssessReport& report) {
  if (report.comparisons.empty()) return {};
  std::string list = "<ul class='verdicts'>";
  for (const auto& comparison : report.comparisons)
    list += fmt::format(
        "<li><span class='mark {}'>{}</span> <b>{}</b> and <b>{}</b><div "
        "class='small'>{}</div></li>\n",
        comparison.is_different() ? "differs" : "", verdict_text(report, comparison.verdict()),
        report::html_escaped(report.estimates[comparison.first].name),
        report::html_escaped(report.estimates[comparison.second].name),
        report::html_escaped(verdict_of(report, comparison)));
  return section("Verdict", list + "</ul>\n");
}

std::string figures(const AssessReport& report, const AssessedEstimate& estimate,
                    const std::optional<maps::OccupancyMap>& background) {
  AssessReport alone{.relations = report.relations, .truth = report.truth};
  alone.estimates.push_back({.name = estimate.name,
                             .trajectory = {},
                             .relations = estimate.relations,
                             .against_truth = estimate.against_truth});
  std::string body = overlay_svg(estimate, background) + report::charts_svg(error_charts(alone));
  if (estimate.relations && report.worst > 0)
    body += fmt::format("<details><summary>The {} worst relations</summary>{}</details>",
                        report.worst, report::html_of(worst_table(report, estimate)));
  return section(estimate.name, body);
}

std::string thresholds(const AssessReport& report) {
  std::string list = "<ul>";
  for (const std::string& missed : report.missed)
    list += "<li class='bad'>" + report::html_escaped(missed) + "</li>\n";
  return section("Thresholds that were missed", list + "</ul>\n");
}

std::string method(const AssessReport& report) {
  std::string text = "<ul>";
  if (!report.relations.empty())
    text +=
        "<li>Each relation says where the robot truly was at one moment seen from another. Its "
        "error is how far the estimate's own displacement is off; no common frame is needed. "
        "Deviations (±) are those of the population.</li>"
        "<li>Intervals draw long blocks of the run again, since errors near in time are "
        "alike.</li>";
  if (!report.truth.empty())
    text += "<li>ATE and RPE are defined as in evo; the alignment is " +
            report::html_escaped(report.align) + ", relative errors are over " +
            report::html_escaped(report.rpe_delta) + ".</li>";
  if (!report.comparisons.empty())
    text +=
        "<li>Two estimates are compared by the ratio of their mean errors at the same moments: a "
        "paired t test on a log scale. Its standard error is that of a block bootstrap, or that of "
        "as many independent errors as their autocorrelation leaves, whichever is larger. "
        "Intervals "
        "and p values hold for all tests together (Bonferroni).</li>";
  for (const std::string& remark : report.remarks)
    text += "<li>" + report::html_escaped(remark) + "</li>";
  return section("How to read this", text + "</ul>\n");
}

std::string tables(const std::vector<report::ReportTable>& list) {
  std::string text;
  for (const report::ReportTable& table : list)
    text += section(table.title, report::html_of(table));
  return text;
}

}  // namespace

const char* assess_page_style() { return kStyle; }

std::string assess_page(const AssessReport& report, const Backgrounds& backgrounds) {
  std::string page = fmt::format(
      "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>\n"
      "<meta name='viewport' content='width=device-width, initial-scale=1'>\n"
      "<title>Map assessment</title>\n<style>{}</style></head>\n<body><main>\n"
      "<h1>Map assessment</h1>\n<p class='files'>{}{}{}</p>\n<div class='cards'>\n",
      kStyle,
      report.relations.empty() ? "" : "Relations: " + report::html_escaped(report.relations),
      report.relations.empty() || report.truth.empty() ? "" : "<br>",
      report.truth.empty() ? "" : "True trajectory: " + report::html_escaped(report.truth));
  for (std::size_t i = 0; i < report.estimates.size(); ++i) page += card(report.estimates[i], i);
  page += "</div>\n";
  if (!report.missed.empty()) page += thresholds(report);
  page += verdicts(report) + tables(assess_tables(report));
  for (std::size_t i = 0; i < report.estimates.size(); ++i)
    page += figures(report, report.estimates[i], backgrounds[i]);
  return page + tables(range_tables(report)) + method(report) + "</main></body></html>\n";
}

}  // namespace rubble::apps
