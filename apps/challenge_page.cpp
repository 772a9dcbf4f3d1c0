// SPDX-License-Identifier: Apache-2.0
#include "apps/challenge_page.h"

#include <fmt/format.h>

#include "apps/challenge_pictures.h"

namespace rubble::apps {
namespace {

std::string page_head() {
  return "<!doctype html>\n<meta charset='utf-8'>\n<title>Interleague Challenge</title>\n<style>"
         "body{font:16px/1.5 sans-serif;max-width:1100px;margin:2em auto;padding:0 1em}"
         "table{border-collapse:collapse;margin:.6em 0}td,th{border:1px solid #bbb;padding:.3em "
         ".7em;text-align:left}figure{display:inline-block;margin:.4em;vertical-align:top}"
         "figure img{width:340px;image-rendering:pixelated;border:1px solid #ddd}"
         "pre{background:#f4f4f4;padding:.6em;overflow:auto}</style>\n"
         "<h1>The Interleague Challenge</h1>\n";
}

std::string table_of(const std::vector<ScoreRow>& rows, const std::vector<ScoreRow>& more) {
  std::string html = "<table><tr>";
  for (const std::string& name : kScoreHead) html += "<th>" + name + "</th>";
  html += "</tr>\n";
  const auto add = [&](const ScoreRow& row) {
    html += "<tr>";
    for (const std::string& cell : cells_of(row)) html += "<td>" + cell + "</td>";
    html += "</tr>\n";
  };
  for (const ScoreRow& row : rows) add(row);
  for (const ScoreRow& row : more) add(row);
  return html + "</table>\n";
}

std::string section_of(const SeedResult& seed) {
  std::string html = fmt::format("<h2>Seed {}</h2>\n", seed.seed);
  std::vector<ScoreRow> rows;
  for (const TeamResult& team : seed.teams) rows.push_back(score_of(team));
  html += table_of(rows, {});
  html += fmt::format(
      "<p>Of the beams that came back, {:.1f} % are from walls; of those that ramp handling keeps, "
      "{:.2f} %, and it keeps {:.0f} % of the walls' beams. After a metre of way wheels alone are "
      "{:.2f} m and {:.0f}° off, with the heading of the inertial unit {:.3f} m and "
      "{:.2f}°.</p>\n",
      100 * seed.beams.right_unhandled(), 100 * seed.beams.right_share(),
      100 * seed.beams.kept_share(), seed.reckoning.wheels, degrees(seed.reckoning.wheels_turn),
      seed.reckoning.inertial, degrees(seed.reckoning.inertial_turn));
  for (const TeamResult& team : seed.teams)
    html += fmt::format(
        "<figure><img src='seed{0}/{1}' alt='{2}'><figcaption>{2}</figcaption>"
        "</figure>\n",
        seed.seed, map_file(team.team), team.team.name);
  return html + fmt::format("<p><img src='seed{}/{}' alt='error over time'></p>\n", seed.seed,
                            errors_file());
}

}  // namespace

const std::vector<std::string> kScoreHead{"Team", "Abs. Err. [m]", "Sqr. Err. [m²]",
                                          "Max. Err. [m]"};

const std::vector<ScoreRow>& paper_scores() {
  static const std::vector<ScoreRow> rows{{"Graz 2009, team 1", 1.08, 1.81, 4.44, 14.84, 9.46},
                                          {"Graz 2009, team 2", 1.40, 1.77, 5.08, 11.74, 9.11},
                                          {"Graz 2009, team 5", 0.48, 1.04, 1.32, 4.00, 4.46}};
  return rows;
}

std::vector<std::string> cells_of(const ScoreRow& row) {
  return {row.team, fmt::format("{:.3f} ± {:.3f}", row.mean, row.std),
          fmt::format("{:.3f} ± {:.3f}", row.squared_mean, row.squared_std),
          fmt::format("{:.2f}", row.max)};
}

namespace {

ScoreRow row_of(const std::string& team, const evaluation::ErrorSummary& errors) {
  return {team, errors.mean, errors.std, errors.squared_mean, errors.squared_std, errors.max};
}

}  // namespace

ScoreRow score_of(const TeamResult& result) {
  return row_of(result.team.name, result.assessment.all.translation);
}

std::vector<ScoreRow> pooled_scores(const std::vector<SeedResult>& seeds) {
  std::vector<ScoreRow> rows;
  if (seeds.empty()) return rows;
  for (std::size_t team = 0; team < seeds.front().teams.size(); ++team) {
    std::vector<evaluation::RelationError> errors;
    for (const SeedResult& seed : seeds) {
      const auto& own = seed.teams[team].assessment.errors;
      errors.insert(errors.end(), own.begin(), own.end());
    }
    rows.push_back(row_of(seeds.front().teams[team].team.name,
                          evaluation::summary_of_errors(errors).translation));
  }
  return rows;
}

std::string challenge_page(const std::vector<SeedResult>& seeds) {
  std::string page = page_head();
  page += fmt::format(
      "<p>The Element with two URG-04LX and an inertial unit, teleoperated through mazes of 15 by "
      "10 m with pitch and roll ramps of 15°; {} maze{}. Errors are of relations of exactly known "
      "places: neighbours, places passed again, and places far apart. The rows of 2009 are of a "
      "real maze and relations made by hand.</p>\n",
      seeds.size(), seeds.size() == 1 ? "" : "s");
  page += table_of(pooled_scores(seeds), paper_scores());
  for (const SeedResult& seed : seeds) page += section_of(seed);
  if (!seeds.empty())
    page += fmt::format(
        "<h2>Take part</h2>\n<pre>./rubble replay {0}/run.mcap --port 3000\n"
        "./rubble assess --trajectory YOURS.txt --relations {0}/truth.relations</pre>\n",
        seeds.front().folder);
  return page;
}

}  // namespace rubble::apps
