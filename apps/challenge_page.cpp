// SPDX-License-Identifier: Apache-2.0
#include "apps/challenge_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "apps/challenge_pictures.h"
#include "apps/shell_text.h"
#include "rubble/report/report_table.h"

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

std::string cells_html(const std::vector<std::string>& cells, const std::string& tag) {
  std::string html;
  for (const std::string& cell : cells)
    html += fmt::format("<{0}>{1}</{0}>", tag, report::html_escaped(cell));
  return html;
}

std::string table_of(const Table& table) {
  std::string html = fmt::format("<p>{}:</p>\n<table><tr>{}</tr>\n",
                                 report::html_escaped(table.title), cells_html(table.head, "th"));
  for (const auto& row : table.rows) html += "<tr>" + cells_html(row, "td") + "</tr>\n";
  return html + "</table>\n";
}

// The least error of those that have the most relations: half a trajectory does not win.
std::vector<ScoreRow>::const_iterator best_of(const std::vector<ScoreRow>& rows) {
  return std::min_element(rows.begin(), rows.end(), [](const ScoreRow& a, const ScoreRow& b) {
    return std::pair(a.unmatched, a.mean) < std::pair(b.unmatched, b.mean);
  });
}

std::string table_of(const std::vector<ScoreRow>& rows, const std::vector<ScoreRow>& paper) {
  std::string html = "<table><tr>" + cells_html(kScoreHead, "th") + "</tr>\n";
  const auto add = [&](const ScoreRow& row, const char* kind) {
    std::vector<std::string> cells = cells_of(row);
    if (row.unmatched > 0)
      cells.front() += fmt::format(" ({} relations not scored: no pose there)", row.unmatched);
    html += fmt::format("<tr class='{}'>", kind) + cells_html(cells, "td") + "</tr>\n";
  };
  const auto best = best_of(rows);
  for (auto row = rows.begin(); row != rows.end(); ++row) add(*row, row == best ? "best" : "team");
  for (const ScoreRow& row : paper) add(row, "paper");
  return html + "</table>\n";
}

std::string settings_of(const PlaceSettings& place) {
  return fmt::format("{:g} x {:g} m, haze of density {:g}, lasers see {}. ",
                     place.effective_width(), place.effective_height(), place.effective_smoke(),
                     place.laser_range ? fmt::format("{:g} m", *place.laser_range) : "5.6 m");
}

std::string drive_of(const ChallengeDrive& drive) {
  return fmt::format(
      "{:.0f} m in {:.0f} s through {} of {} cells, {} including cells only seen, maximum tilt "
      "{:.0f}°. ",
      drive.distance, seconds_at(drive.ticks), drive.cells_driven, drive.cells, drive.cells_seen,
      degrees(drive.max_tilt));
}

// Of a seed's folder, as the page links to it.
std::string link_to(const SeedResult& seed, const std::string& page_folder) {
  return seed.folder.substr(page_folder.size() + 1);
}

std::string figure_of(const std::string& folder, const std::string& file, const std::string& name,
                      const std::string& score) {
  return fmt::format(
      "<figure><a href='{0}/{1}'><img src='{0}/{1}' alt='{2}'></a><figcaption><b>{2}</b>"
      "{3}</figcaption></figure>\n",
      folder, file, report::html_escaped(name), score);
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

std::string pictures_of(const SeedResult& seed, const std::string& folder) {
  std::string html =
      "<p class='small'>Maps are aligned with the true map.</p>\n"
      "<div class='maps'>\n" +
      figure_of(folder, true_map_file(), "the truth", "");
  for (const TeamResult& team : seed.teams)
    html += figure_of(folder, map_file(team.team), team.team.name, map_words(team));
  return html + fmt::format(
                    "</div>\n<p class='small'>Errors over time, with a scale for each team; "
                    "a dot is a relation at the moment of its later end:</p>\n"
                    "<p><img class='errors' src='{}/{}' alt='error over time'></p>\n",
                    folder, errors_file());
}

std::string section_of(const SeedResult& seed, const std::string& folder) {
  std::string html = fmt::format("<h3>{}, seed {}</h3>\n", seed.place.condition.word, seed.seed());
  html += table_of(seed);
  html += fmt::format(
      "<p class='small'>{}Of all laser returns, {:.1f} % are from walls; of those that ramp "
      "handling accepts, {:.2f} %, and it accepts {:.0f} % of the wall returns. Odometry drift per "
      "metre (RMS): "
      "wheels alone {:.2f} m and {:.0f}°, with the heading of the inertial unit {:.3f} m "
      "and {:.2f}°.</p>\n",
      settings_of(seed.place) + drive_of(seed.drive), 100 * seed.beams.right_unhandled(),
      100 * seed.beams.right_share(), 100 * seed.beams.kept_share(), seed.reckoning.wheels,
      degrees(seed.reckoning.wheels_turn), seed.reckoning.inertial,
      degrees(seed.reckoning.inertial_turn));
  return html + pictures_of(seed, folder);
}

std::string section_of(const ConditionResult& result, const std::string& page_folder) {
  std::string html = fmt::format("<h2>{}: {}</h2>\n<p>All seeds together:</p>\n",
                                 result.condition.word, result.condition.about);
  html += table_of(pooled_scores(result.seeds), paper_scores());
  for (const SeedResult& seed : result.seeds) html += section_of(seed, link_to(seed, page_folder));
  return html;
}

std::string invitation_of(const SeedResult& seed) {
  const auto file = [&](const std::string& name) {
    return report::html_escaped(shell_quoted(seed.folder + name));
  };
  return fmt::format(
      "<h2>Take part</h2>\n<p>Serve the log as the robot told it, map it, and score what you "
      "have:</p>\n<pre>./rubble replay {} --port 3000\n"
      "./rubble assess --trajectory YOURS.txt --relations {}\n"
      "./rubble assess --map-estimate YOURS.yaml --map-truth {}</pre>\n",
      file("/run.mcap"), file("/truth.relations"), file("/truth.yaml"));
}

}  // namespace

std::string challenge_page(std::span<const ConditionResult> conditions, const std::string& folder) {
  std::string page =
      page_head() +
      "<p>The Element with two URG-04LX and an inertial unit, teleoperated through a maze with "
      "pitch and roll ramps of 15°, or what stands in its place. Errors are of relations of "
      "exactly known places: neighbours, places passed again, and places far apart. Map F1 is 1 "
      "for a map with all true walls and no others, within 10 cm. The rows of 2009 are of a real "
      "maze and relations made by hand.</p>\n";
  page += table_of(error_table(conditions)) + table_of(map_table(conditions));
  for (const ConditionResult& result : conditions) page += section_of(result, folder);
  return page + invitation_of(conditions.front().seeds.front());
}

}  // namespace rubble::apps
