// SPDX-License-Identifier: Apache-2.0
// Tables of the challenge: a row a team, over one seed, over all seeds, over conditions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/challenge_seed.h"
#include "apps/experiment.h"

namespace rubble::apps {

// A line of the paper's table 1: mean and deviation of absolute and squared errors, and the worst;
// and how well the map's walls agree with the true ones.
struct ScoreRow {
  std::string team;
  double mean = 0.0, std = 0.0;                  // m
  double squared_mean = 0.0, squared_std = 0.0;  // m^2
  double max = 0.0;                              // m
  std::optional<double> map_f1 = {};             // over several mazes: the mean
  int digits = 3;                                // that are known
  std::size_t unmatched = 0;                     // relations without a pose, which are not scored
};

// What three teams reached in Graz, 2009.
const std::vector<ScoreRow>& paper_scores();

ScoreRow score_of(const TeamResult& result);
// Each team over the relations of all seeds together.
std::vector<ScoreRow> pooled_scores(std::span<const SeedResult> seeds);

// The words of one line: team, four numbers.
std::vector<std::string> cells_of(const ScoreRow& row);
extern const std::vector<std::string> kScoreHead;

// A team over seeds that count the same: of the mean errors of the seeds.
struct TeamAverage {
  std::string team;
  evaluation::ErrorSummary error;   // m; max is the worst seed
  evaluation::ErrorSummary map_f1;  // 0 for a map without walls
};
std::vector<TeamAverage> averages_over_seeds(std::span<const SeedResult> seeds);

// All seeds of a condition.
struct ConditionResult {
  Condition condition;
  std::vector<SeedResult> seeds;
};
// A row a team, a column a condition: the averages over seeds with their deviation.
Table error_table(std::span<const ConditionResult> conditions);
Table map_table(std::span<const ConditionResult> conditions);

}  // namespace rubble::apps
