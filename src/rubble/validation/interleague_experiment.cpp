// SPDX-License-Identifier: Apache-2.0
#include "rubble/validation/interleague_experiment.h"

#include <fmt/format.h>

#include "rubble/challenge/pictures.h"
#include "rubble/challenge/scores.h"

namespace rubble::validation {
namespace {

using challenge::ChallengeTeam;
using challenge::ScoreRow;
using challenge::SeedResult;
using challenge::SeedSettings;
using challenge::TeamResult;

constexpr std::uint64_t kExperimentSeeds = 3;
constexpr const char* kExperimentFolder = "interleague";

report::ReportTable table_1(const std::vector<SeedResult>& seeds) {
  report::ReportTable table =
      challenge::score_table(pooled_scores(seeds), challenge::paper_scores());
  table.title = "Table 1, average position error";
  return table;
}

const ScoreRow& row_named(const std::vector<ScoreRow>& rows, const std::string& team) {
  for (const ScoreRow& row : rows)
    if (row.team == team) return row;
  return rows.front();
}

std::string words_of(const ScoreRow& row) {
  return fmt::format("{:.2f} ± {:.2f} m, at most {:.2f} m", row.mean, row.std, row.max);
}

std::vector<Finding> findings_of(const std::vector<SeedResult>& seeds) {
  const std::vector<ScoreRow> rows = pooled_scores(seeds);
  challenge::BeamClassification beams;
  for (const SeedResult& seed : seeds) beams += seed.beams;
  return {{"best mapping", words_of(challenge::paper_scores().back()),
           words_of(row_named(rows, "graph SLAM"))},
          {"odometry alone", "\"almost useless\"", words_of(row_named(rows, "odometry only"))},
          {"the same as if floors were even", "\"artifacts\" from floor and ceiling",
           words_of(row_named(rows, "graph SLAM, ramps ignored"))},
          {"level laser's beams that met floor or ceiling", "\"periodically\"",
           fmt::format("{:.1f} %; {:.2f} % of those that are kept",
                       100 * (1.0 - beams.right_unhandled()), 100 * (1.0 - beams.right_share()))}};
}

}  // namespace

Result<ExperimentResult> interleague_experiment(const std::string& folder,
                                                const ShowProgress& progress) {
  ExperimentResult section{
      .name = "interleague",
      .title = "Interleague Challenge: mapping a maze with ramps",
      .text =
          "The Element is teleoperated through generated mazes of 15 by 10 m with "
          "pitch and roll ramps; three baselines map its log. The paper's teams "
          "mapped a real maze, judged by relations made by hand; here they are "
          "exact, and lead to places far apart too."};
  std::vector<ChallengeTeam> teams = challenge::challenge_teams();
  for (const ChallengeTeam& team : challenge::teams_without_ramp_handling()) teams.push_back(team);
  std::vector<SeedResult> seeds;
  for (std::uint64_t number = 1; number <= kExperimentSeeds; ++number) {
    SeedSettings settings;
    settings.place.seed = number;
    settings.folder = fmt::format("{}/{}/seed{}", folder, kExperimentFolder, number);
    settings.teams = teams;
    auto seed = challenge::run_challenge_seed(settings, [&](double done, const std::string&) {
      progress((static_cast<double>(number - 1) + done) / kExperimentSeeds);
    });
    if (!seed) return seed.error();
    for (TeamResult& team : seed->teams) team.map = {};
    seeds.push_back(*std::move(seed));
  }
  section.findings = findings_of(seeds);
  section.tables = {table_1(seeds)};
  const std::string first = fmt::format("{}/seed1/", kExperimentFolder);
  for (const TeamResult& team : seeds.front().teams)
    section.figures.push_back({first + challenge::map_file(team.team),
                               "Map of " + team.team.name + ", with its path.",
                               {{"trajectory", first + challenge::trajectory_file(team.team)}}});
  section.figures.push_back({first + challenge::errors_file(),
                             "Errors of relations over time, seed 1, a scale for each team.",
                             {{"data (CSV)", first + challenge::errors_data_file()}}});
  return section;
}

}  // namespace rubble::validation
