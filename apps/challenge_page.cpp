// SPDX-License-Identifier: Apache-2.0
#include "apps/challenge_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "apps/challenge_pictures.h"

namespace rubble::apps {
namespace {

std::string page_head() {
  return "<!doctype html>\n<html lang='en'>\n<meta charset='utf-8'>\n"
         "<meta name='viewport' content='width=device-width'>\n"
         "<title>Interleague Challenge</title>\n<style>"
         "body{font:16px/1.5 system-ui,sans-serif;color:#1c2127;max-width:1180px;margin:2em auto;"
         "padding:0 1em}h2{margin-top:2em;border-top:1px solid #d8dde2;padding-top:1em}"
         "table{border-collapse:collapse;margin:.8em 0}td,th{border-bottom:1px solid #d8dde2;"
         "padding:.35em .9em;text-align:right;font-variant-numeric:tabular-nums}"
         "td:first-child,th:first-child{text-align:left}th{border-bottom:2px solid #8a949e}"
         "tr.best td{font-weight:600;background:#eaf6ee}tr.paper td{color:#5b6570}"
         ".maps{display:grid;grid-template-columns:repeat(auto-fill,minmax(350px,1fr));gap:1em}"
         "figure{margin:0}figure img{width:100%;border:1px solid #d8dde2}"
         "figcaption{font-size:14px}p.small{font-size:14px;color:#5b6570}"
         ".errors{max-width:100%}"
         "pre{background:#f3f5f7;padding:.8em;overflow:auto}</style>\n"
         "<h1>The Interleague Challenge</h1>\n";
}

std::string table_of(const std::vector<ScoreRow>& rows, const std::vector<ScoreRow>& paper) {
  std::string html = "<table><tr>";
  for (const std::string& name : kScoreHead) html += "<th>" + name + "</th>";
  html += "</tr>\n";
  const auto add = [&](const ScoreRow& row, const char* kind) {
    html += fmt::format("<tr class='{}'>", kind);
    for (const std::string& cell : cells_of(row)) html += "<td>" + cell + "</td>";
    html += "</tr>\n";
  };
  const auto best = std::min_element(rows.begin(), rows.end(),
                                     [](const auto& a, const auto& b) { return a.mean < b.mean; });
  for (auto row = rows.begin(); row != rows.end(); ++row) add(*row, row == best ? "best" : "team");
  for (const ScoreRow& row : paper) add(row, "paper");
  return html + "</table>\n";
}

std::string drive_of(const SeedResult& seed) {
  if (!seed.drive) return {};
  return fmt::format("{:.0f} m in {:.0f} s through {} of {} cells, tilted by up to {:.0f}°. ",
                     seed.drive->distance, seconds_at(seed.drive->ticks), seed.drive->cells_driven,
                     seed.drive->cells, degrees(seed.drive->steepest));
}

std::string figure_of(const SeedResult& seed, const std::string& file, const std::string& name,
                      const std::string& score) {
  return fmt::format(
      "<figure><a href='seed{0}/{1}'><img src='seed{0}/{1}' alt='{2}'></a><figcaption><b>{2}</b>"
      "{3}</figcaption></figure>\n",
      seed.seed, file, name, score);
}

std::string map_words(const TeamResult& team) {
  if (!team.map_score) return ": no walls";
  return fmt::format(": {:.0f} % of its walls are true, it has {:.0f} % of the true ones",
                     100 * team.map_score->wall_precision, 100 * team.map_score->wall_recall);
}

std::string table_of(const SeedResult& seed) {
  std::vector<ScoreRow> rows;
  for (const TeamResult& team : seed.teams) rows.push_back(score_of(team));
  return table_of(rows, {});
}

std::string section_of(const SeedResult& seed, bool is_only) {
  std::string html = fmt::format("<h2>Seed {}</h2>\n", seed.seed);
  if (!is_only) html += table_of(seed);
  html += fmt::format(
      "<p class='small'>{}Of the beams that came back, {:.1f} % are from walls; of those that ramp "
      "handling keeps, {:.2f} %, and it keeps {:.0f} % of the walls' beams. After a metre of way "
      "wheels alone are {:.2f} m and {:.0f}° off, with the heading of the inertial unit {:.3f} m "
      "and {:.2f}°.</p>\n",
      drive_of(seed), 100 * seed.beams.right_unhandled(), 100 * seed.beams.right_share(),
      100 * seed.beams.kept_share(), seed.reckoning.wheels, degrees(seed.reckoning.wheels_turn),
      seed.reckoning.inertial, degrees(seed.reckoning.inertial_turn));
  html +=
      "<p class='small'>Maps are laid on the true one as well as they fit.</p>\n"
      "<div class='maps'>\n" +
      figure_of(seed, true_map_file(), "the truth", "");
  for (const TeamResult& team : seed.teams)
    html += figure_of(seed, map_file(team.team), team.team.name, map_words(team));
  return html + fmt::format(
                    "</div>\n<p class='small'>Errors over time, each team in a scale of its own; "
                    "a dot is a relation at the moment of its later end:</p>\n"
                    "<p><img class='errors' src='seed{}/{}' alt='error over time'></p>\n",
                    seed.seed, errors_file());
}

}  // namespace

const std::vector<std::string> kScoreHead{"Team", "Abs. Err. [m]", "Sqr. Err. [m²]",
                                          "Max. Err. [m]", "Map F1"};

const std::vector<ScoreRow>& paper_scores() {
  static const std::vector<ScoreRow> rows{
      {"Graz 2009, team 1", 1.08, 1.81, 4.44, 14.84, 9.46, std::nullopt, 2},
      {"Graz 2009, team 2", 1.40, 1.77, 5.08, 11.74, 9.11, std::nullopt, 2},
      {"Graz 2009, team 5", 0.48, 1.04, 1.32, 4.00, 4.46, std::nullopt, 2}};
  return rows;
}

std::vector<std::string> cells_of(const ScoreRow& row) {
  return {
      row.team, fmt::format("{:.{}f} ± {:.{}f}", row.mean, row.digits, row.std, row.digits),
      fmt::format("{:.{}f} ± {:.{}f}", row.squared_mean, row.digits, row.squared_std, row.digits),
      fmt::format("{:.2f}", row.max), row.map_f1 ? fmt::format("{:.2f}", *row.map_f1) : "-"};
}

namespace {

ScoreRow row_of(const std::string& team, const evaluation::ErrorSummary& errors) {
  return {team, errors.mean, errors.std, errors.squared_mean, errors.squared_std, errors.max};
}

}  // namespace

ScoreRow score_of(const TeamResult& result) {
  ScoreRow row = row_of(result.team.name, result.assessment.all.translation);
  if (result.map_score) row.map_f1 = result.map_score->wall_f1;
  return row;
}

std::vector<ScoreRow> pooled_scores(const std::vector<SeedResult>& seeds) {
  std::vector<ScoreRow> rows;
  if (seeds.empty()) return rows;
  for (std::size_t team = 0; team < seeds.front().teams.size(); ++team) {
    std::vector<evaluation::RelationError> errors;
    double map_sum = 0.0;
    for (const SeedResult& seed : seeds) {
      const TeamResult& result = seed.teams[team];
      const auto& own = result.assessment.errors;
      errors.insert(errors.end(), own.begin(), own.end());
      map_sum += result.map_score ? result.map_score->wall_f1 : 0.0;
    }
    rows.push_back(row_of(seeds.front().teams[team].team.name,
                          evaluation::summary_of_errors(errors).translation));
    rows.back().map_f1 = map_sum / static_cast<double>(seeds.size());
  }
  return rows;
}

std::string challenge_page(const std::vector<SeedResult>& seeds) {
  std::string page = page_head();
  page += fmt::format(
      "<p>The Element with two URG-04LX and an inertial unit, teleoperated through {} maze{} "
      "with pitch and roll ramps of 15°. Errors are of relations of exactly known "
      "places: neighbours, places passed again, and places far apart. Map F1 is 1 for a map with "
      "all "
      "true walls and no others, within 10 cm. The rows of 2009 are of a real maze and relations "
      "made by hand.</p>\n",
      seeds.size(), seeds.size() == 1 ? "" : "s");
  page += table_of(pooled_scores(seeds), paper_scores());
  for (const SeedResult& seed : seeds) page += section_of(seed, seeds.size() == 1);
  if (!seeds.empty())
    page += fmt::format(
        "<h2>Take part</h2>\n<p>Serve the log as the robot told it, map it, and score what you "
        "have:</p>\n<pre>./rubble replay {0}/run.mcap --port 3000\n"
        "./rubble assess --trajectory YOURS.txt --relations {0}/truth.relations\n"
        "./rubble assess --map-estimate YOURS.yaml --map-truth {0}/truth.yaml</pre>\n",
        seeds.front().folder);
  return page;
}

}  // namespace rubble::apps
