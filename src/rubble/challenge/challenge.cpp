// SPDX-License-Identifier: Apache-2.0
#include "rubble/challenge/challenge.h"

#include <fmt/format.h>

#include "rubble/base/assert.h"
#include "rubble/challenge/drive_record.h"
#include "rubble/challenge/page.h"
#include "rubble/serialization/write_text_file.h"

namespace rubble::challenge {
namespace {

std::vector<ChallengeTeam> baselines_of(const ChallengeSettings& settings) {
  std::vector<ChallengeTeam> teams = challenge_teams(settings.laser_range);
  const std::vector<ChallengeTeam> flat = teams_without_ramp_handling(settings.laser_range);
  if (settings.is_without_ramps) teams.resize(1);
  teams.insert(teams.end(), flat.begin(), flat.end());
  return teams;
}

SeedSettings seed_settings(const ChallengeSettings& settings, const Condition& condition,
                           std::uint64_t seed) {
  const std::string between =
      settings.conditions.size() > 1 ? "/" + std::string(condition.word) : std::string();
  return {.place = {.seed = seed,
                    .condition = condition,
                    .width = settings.width,
                    .height = settings.height,
                    .smoke = settings.smoke,
                    .laser_range = settings.laser_range},
          .folder = fmt::format("{}{}/seed{}", settings.output, between, seed),
          .reuses_drive = settings.reuses_drive,
          .is_record_only = settings.is_record_only,
          .teams = baselines_of(settings)};
}

// Reports invalid places and files before an hour of driving, not after it.
Result<SeedSettings> prepared(const ChallengeSettings& settings, const Condition& condition,
                              std::uint64_t seed) {
  SeedSettings run = seed_settings(settings, condition, seed);
  if (const auto place = make_place(run.place); !place) return place.error();
  for (const Submission& submission : settings.submissions) {
    auto team = submission_team(submission, run.place);
    if (!team) return team.error();
    run.teams.push_back(*std::move(team));
  }
  return run;
}

}  // namespace

Result<std::vector<Runs>> plan_challenge(const ChallengeSettings& settings) {
  if (settings.output.empty()) return Error{{}, "the challenge needs the name of a folder"};
  std::vector<Runs> all;
  for (const Condition& condition : settings.conditions) {
    all.emplace_back();
    for (const std::uint64_t seed : settings.seeds) {
      auto run = prepared(settings, condition, seed);
      if (!run) return run.error();
      all.back().push_back(*std::move(run));
    }
  }
  return all;
}

std::vector<std::string> output_files(const SeedSettings& settings) {
  std::vector<std::string> files;
  for (const char* name : {"maze.sdf", "hallway.sdf", "element.sdf", "run.mcap", "path.jsonl",
                           "drive.json", "truth.relations", "truth.tum", "truth.yaml", "truth.pgm",
                           "truth.png", "errors.svg", "errors.csv"})
    files.push_back(settings.folder + "/" + name);
  for (const ChallengeTeam& team : settings.teams)
    for (const char* end : {".txt", ".yaml", ".pgm", ".png"})
      files.push_back(settings.folder + "/" + team.word + end);
  return files;
}

Result<void> check_recorded_drive(const SeedSettings& settings) {
  if (!settings.reuses_drive) return {};
  const auto recorded = load_recorded_drive(settings.folder, settings.place);
  if (!recorded) return recorded.error();
  if (!*recorded) return {};
  const auto exact = exact_trajectory(**recorded);
  return exact ? Result<void>() : exact.error();
}

Result<ConditionResult> run_condition(const Runs& runs, const ChallengeObserver& observer) {
  RUBBLE_ASSERT(!runs.empty());
  ConditionResult result{runs.front().place.condition, {}};
  for (const SeedSettings& settings : runs) {
    auto seed = run_challenge_seed(settings, [&](double done, const std::string& what) {
      if (observer.progress) observer.progress(settings, done, what);
    });
    if (!seed) return seed.error();
    if (observer.finished) observer.finished(*seed);
    for (TeamResult& team : seed->teams) team.map = {};
    result.seeds.push_back(*std::move(seed));
  }
  return result;
}

Result<std::string> write_challenge_page(const std::string& folder,
                                         std::span<const ConditionResult> conditions) {
  const std::string path = folder + "/challenge.html";
  const auto written = write_text_file(path, challenge_page(conditions, folder));
  if (!written) return written.error();
  return path;
}

}  // namespace rubble::challenge
