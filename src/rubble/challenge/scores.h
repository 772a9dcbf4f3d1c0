// SPDX-License-Identifier: Apache-2.0
// Tables of the challenge: a row a team, over one seed, over all seeds, over conditions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rubble/challenge/seed.h"
#include "rubble/report/report_table.h"

namespace rubble::challenge {

// A row of table 1 of the paper: mean and standard deviation of absolute and squared errors, and
// the maximum; and the F1 score of the map.
struct ScoreRow {
  std::string team;
  double mean = 0.0, std = 0.0;                  // m
  double squared_mean = 0.0, squared_std = 0.0;  // m^2
  double max = 0.0;                              // m
  std::optional<double> map_f1 = {};             // mean over several mazes
  int digits = 3;                                // number of known decimals
  std::size_t unmatched = 0;                     // relations without a pose, not scored
};

// Published results of three teams, Graz 2009.
const std::vector<ScoreRow>& paper_scores();

ScoreRow score_of(const TeamResult& result);
// Each team, over the pooled relations of all seeds.
std::vector<ScoreRow> pooled_scores(std::span<const SeedResult> seeds);

// Rows of this condition, the best marked, and those of the paper.
report::ReportTable score_table(const std::vector<ScoreRow>& rows,
                                const std::vector<ScoreRow>& paper);
// The cells of a row: team, four numbers.
std::vector<std::string> cells_of(const ScoreRow& row);
extern const std::vector<std::string> kScoreHead;

// Statistics of a team over seeds, each seed with the same weight.
struct TeamAverage {
  std::string team;
  statistics::ErrorSummary error;   // m; max is the worst seed
  statistics::ErrorSummary map_f1;  // 0 for a map without walls
};
std::vector<TeamAverage> averages_over_seeds(std::span<const SeedResult> seeds);

// All seeds of a condition.
struct ConditionResult {
  Condition condition;
  std::vector<SeedResult> seeds;
};
// One row per team, one column per condition: mean over seeds, with standard deviation if there are
// several.
report::ReportTable error_table(std::span<const ConditionResult> conditions);
report::ReportTable map_table(std::span<const ConditionResult> conditions);

}  // namespace rubble::challenge
