// SPDX-License-Identifier: Apache-2.0
#include "rubble/challenge/scores.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace rubble::challenge {
namespace {

ScoreRow row_of(const std::string& team, const statistics::ErrorSummary& errors) {
  return {team, errors.mean, errors.std, errors.squared_mean, errors.squared_std, errors.max};
}

double wall_f1(const TeamResult& team) { return team.map_score ? team.map_score->wall_f1 : 0.0; }

std::vector<std::string> team_names(std::span<const SeedResult> seeds) {
  std::vector<std::string> names;
  if (!seeds.empty())
    for (const TeamResult& team : seeds.front().teams) names.push_back(team.team.name);
  return names;
}

statistics::ErrorSummary over_seeds(std::span<const SeedResult> seeds, std::size_t team,
                                    const std::function<double(const TeamResult&)>& value) {
  std::vector<double> values;
  for (const SeedResult& seed : seeds) values.push_back(value(seed.teams[team]));
  return statistics::summary_of(std::move(values));
}

// A single seed has no deviation.
std::string over_seeds_text(const statistics::ErrorSummary& values, int digits) {
  const std::string mean = fmt::format("{:.{}f}", values.mean, digits);
  return values.count < 2 ? mean : mean + fmt::format(" ± {:.{}f}", values.std, digits);
}

std::string title_of(const std::string& what, const std::string& unit,
                     std::span<const ConditionResult> conditions) {
  const bool is_spread = !conditions.empty() && conditions.front().seeds.size() > 1;
  return what + " by condition" + (is_spread ? ": mean of the seeds ± their deviation" : "") + unit;
}

report::ReportTable by_condition(const std::string& title,
                                 std::span<const ConditionResult> conditions,
                                 const std::function<std::string(const TeamAverage&)>& cell) {
  report::ReportTable table{.title = title, .head = {"Team"}};
  for (const ConditionResult& result : conditions) {
    table.head.emplace_back(result.condition.word);
    const std::vector<TeamAverage> averages = averages_over_seeds(result.seeds);
    table.rows.resize(averages.size());
    for (std::size_t i = 0; i < averages.size(); ++i) {
      if (table.rows[i].empty()) table.rows[i].push_back(averages[i].team);
      table.rows[i].push_back(cell(averages[i]));
    }
  }
  return table;
}

// The smallest error of those with the most relations: half a trajectory does not win.
std::size_t best_of(const std::vector<ScoreRow>& rows) {
  const auto best =
      std::min_element(rows.begin(), rows.end(), [](const ScoreRow& a, const ScoreRow& b) {
        return std::pair(a.unmatched, a.mean) < std::pair(b.unmatched, b.mean);
      });
  return static_cast<std::size_t>(best - rows.begin());
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

report::ReportTable score_table(const std::vector<ScoreRow>& rows,
                                const std::vector<ScoreRow>& paper) {
  report::ReportTable table{.head = kScoreHead};
  const auto add = [&](const ScoreRow& row, report::RowKind kind) {
    table.rows.push_back(cells_of(row));
    table.row_kinds.push_back(kind);
    if (row.unmatched > 0)
      table.rows.back().front() +=
          fmt::format(" ({} relations not scored: no pose there)", row.unmatched);
  };
  const std::size_t best = best_of(rows);
  for (std::size_t i = 0; i < rows.size(); ++i)
    add(rows[i], i == best ? report::RowKind::Best : report::RowKind::Plain);
  for (const ScoreRow& row : paper) add(row, report::RowKind::Reference);
  return table;
}

ScoreRow score_of(const TeamResult& result) {
  ScoreRow row = row_of(result.team.name, result.assessment.all.translation);
  if (result.map_score) row.map_f1 = result.map_score->wall_f1;
  row.unmatched = result.assessment.unmatched;
  return row;
}

std::vector<ScoreRow> pooled_scores(std::span<const SeedResult> seeds) {
  std::vector<ScoreRow> rows;
  for (const std::string& name : team_names(seeds)) {
    std::vector<evaluation::RelationError> errors;
    for (const SeedResult& seed : seeds) {
      const auto& own = seed.teams[rows.size()].assessment.errors;
      errors.insert(errors.end(), own.begin(), own.end());
    }
    const double f1 = over_seeds(seeds, rows.size(), wall_f1).mean;
    rows.push_back(row_of(name, evaluation::summary_of_errors(errors).translation));
    rows.back().map_f1 = f1;
    for (const SeedResult& seed : seeds)
      rows.back().unmatched += seed.teams[rows.size() - 1].assessment.unmatched;
  }
  return rows;
}

std::vector<TeamAverage> averages_over_seeds(std::span<const SeedResult> seeds) {
  std::vector<TeamAverage> averages;
  for (const std::string& name : team_names(seeds)) {
    const std::size_t team = averages.size();
    const auto mean_error = [](const TeamResult& result) {
      return result.assessment.all.translation.mean;
    };
    averages.push_back(
        {name, over_seeds(seeds, team, mean_error), over_seeds(seeds, team, wall_f1)});
  }
  return averages;
}

report::ReportTable error_table(std::span<const ConditionResult> conditions) {
  return by_condition(title_of("Error", " [m]", conditions), conditions,
                      [](const TeamAverage& average) { return over_seeds_text(average.error, 3); });
}

report::ReportTable map_table(std::span<const ConditionResult> conditions) {
  return by_condition(
      title_of("Map F1", "", conditions), conditions,
      [](const TeamAverage& average) { return over_seeds_text(average.map_f1, 2); });
}

}  // namespace rubble::challenge
