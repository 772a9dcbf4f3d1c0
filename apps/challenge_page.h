// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/challenge_seed.h"

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
};

// What three teams reached in Graz, 2009.
const std::vector<ScoreRow>& paper_scores();

ScoreRow score_of(const TeamResult& result);
// Each team over the relations of all seeds together.
std::vector<ScoreRow> pooled_scores(const std::vector<SeedResult>& seeds);

// The words of one line: team, four numbers.
std::vector<std::string> cells_of(const ScoreRow& row);
extern const std::vector<std::string> kScoreHead;

std::string challenge_page(const std::vector<SeedResult>& seeds);

}  // namespace rubble::apps
