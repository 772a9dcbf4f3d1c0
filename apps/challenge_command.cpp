// SPDX-License-Identifier: Apache-2.0
#include "apps/challenge_command.h"

#include <fmt/core.h>

#include "apps/challenge_page.h"
#include "apps/challenge_record.h"
#include "apps/challenge_report.h"
#include "apps/challenge_submissions.h"
#include "apps/commands.h"
#include "apps/support.h"

namespace rubble::apps {
namespace {

constexpr std::uint64_t kMaxSeeds = 100;

Result<std::vector<std::uint64_t>> chosen_seeds(const ChallengeOptions& options) {
  if (options.seeds.empty()) return std::vector<std::uint64_t>{options.seed};
  const std::size_t dash = options.seeds.find('-');
  const auto first = whole_number_of(std::string_view(options.seeds).substr(0, dash));
  const auto last = dash == std::string::npos
                        ? first
                        : whole_number_of(std::string_view(options.seeds).substr(dash + 1));
  if (!first || !last || *last < *first || *last - *first >= kMaxSeeds)
    return Error{{},
                 fmt::format("--seeds wants A-B with at most {} of them, such as 1-10, got '{}'",
                             kMaxSeeds, options.seeds)};
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t i = 0; i <= *last - *first; ++i) seeds.push_back(*first + i);
  return seeds;
}

std::vector<ChallengeTeam> baselines_of(const ChallengeOptions& options) {
  std::vector<ChallengeTeam> teams = challenge_teams(options.laser_range);
  const std::vector<ChallengeTeam> flat = teams_without_ramp_handling(options.laser_range);
  if (options.is_without_ramps) teams.resize(1);
  teams.insert(teams.end(), flat.begin(), flat.end());
  return teams;
}

// Everything that is to be run, in order.
struct ChallengePlan {
  std::vector<Condition> conditions;
  std::vector<std::uint64_t> seeds;
  std::vector<Submission> submissions;
};

Result<ChallengePlan> plan_of(const ChallengeOptions& options) {
  if (options.output.empty()) return Error{{}, "-o wants the name of a folder"};
  auto conditions = conditions_named(options.conditions);
  if (!conditions) return conditions.error();
  auto seeds = chosen_seeds(options);
  if (!seeds) return seeds.error();
  auto submissions =
      submissions_of(options.submissions, {seeds->size() > 1, conditions->size() > 1});
  if (!submissions) return submissions.error();
  return ChallengePlan{*std::move(conditions), *std::move(seeds), *std::move(submissions)};
}

// OUT/seedN, or OUT/CONDITION/seedN where there are several conditions.
SeedSettings settings_of(const ChallengeOptions& options, const ChallengePlan& plan,
                         const Condition& condition, std::uint64_t seed) {
  const std::string between =
      plan.conditions.size() > 1 ? "/" + std::string(condition.word) : std::string();
  return {.place = {.seed = seed,
                    .condition = condition,
                    .width = options.width,
                    .height = options.height,
                    .smoke = options.smoke,
                    .laser_range = options.laser_range},
          .folder = fmt::format("{}{}/seed{}", options.output, between, seed),
          .reuses_drive = options.reuses_drive,
          .is_record_only = options.is_record_only,
          .teams = baselines_of(options)};
}

// Everything that is written into the folder of a seed.
std::vector<std::string> files_of(const SeedSettings& settings) {
  std::vector<std::string> files;
  for (const char* name :
       {"maze.sdf", "hallway.sdf", "element.sdf", "run.mcap", "path.jsonl", "drive.json",
        "truth.relations", "truth.tum", "truth.yaml", "truth.pgm", "truth.png", "errors.svg"})
    files.push_back(settings.folder + "/" + name);
  for (const ChallengeTeam& team : settings.teams)
    for (const char* end : {".txt", ".yaml", ".pgm", ".png"})
      files.push_back(settings.folder + "/" + team.word + end);
  return files;
}

// What can be said before an hour of driving is not said after it: places that cannot be made,
// files that are not there, recordings of something else.
Result<void> prepare(const ChallengePlan& plan, SeedSettings& settings) {
  if (const auto place = make_place(settings.place); !place) return place.error();
  for (const Submission& submission : plan.submissions) {
    auto team = submission_team(submission, settings.place);
    if (!team) return team.error();
    settings.teams.push_back(*team);
    if (const auto safe = check_inputs_are_kept(files_of(settings), {team->trajectory, team->map});
        !safe)
      return safe;
  }
  if (!settings.reuses_drive) return {};
  const auto kept = load_recorded_drive(settings.folder, settings.place);
  if (!kept) return kept.error();
  if (!*kept) return {};
  const auto exact = exact_trajectory(**kept);
  return exact ? Result<void>() : exact.error();
}

using Runs = std::vector<SeedSettings>;  // of one condition

Result<std::vector<Runs>> runs_of(const ChallengeOptions& options, const ChallengePlan& plan) {
  std::vector<Runs> all;
  for (const Condition& condition : plan.conditions) {
    all.emplace_back();
    for (const std::uint64_t seed : plan.seeds) {
      all.back().push_back(settings_of(options, plan, condition, seed));
      if (const auto ready = prepare(plan, all.back().back()); !ready) return ready.error();
    }
  }
  return all;
}

Result<ConditionResult> carry_out_condition(const ChallengeOptions& options, const Runs& runs) {
  ConditionResult result{runs.front().place.condition, {}};
  for (const SeedSettings& settings : runs) {
    Progress progress(fmt::format("{}, seed {}", result.condition.word, settings.place.seed));
    auto seed = run_challenge_seed(
        settings, [&](double done, const std::string& what) { progress.show(done, what); });
    if (!seed) return seed.error();
    if (!options.json) print_seed(*seed);
    for (TeamResult& team : seed->teams) team.map = {};
    result.seeds.push_back(*std::move(seed));
  }
  return result;
}

// A submission that cannot be scored is bad input; whatever else fails after the preparation is a
// run that failed.
int code_of(const Error& error, const Runs& runs) {
  for (const SeedSettings& settings : runs)
    for (const ChallengeTeam& team : settings.teams)
      if (team.is_submission() && error.at.file == team.trajectory) return kBadInput;
  return kRunFailed;
}

int report(const ChallengeOptions& options, const std::vector<ConditionResult>& conditions) {
  std::string page;
  if (!options.is_record_only) {
    page = options.output + "/challenge.html";
    if (const auto written = write_file(page, challenge_page(conditions, options.output)); !written)
      return fail(written.error(), kRunFailed);
  }
  if (options.json) {
    fmt::print("{}\n", challenge_json(conditions));
  } else {
    print_conditions(conditions);
    print_invitation(conditions.front().seeds.front());
    if (!page.empty()) fmt::print("Maps and errors over time are in {}\n", page);
  }
  print_written_files({page});
  return kDone;
}

}  // namespace

int challenge(const ChallengeOptions& options) {
  const auto plan = plan_of(options);
  if (!plan) return fail(plan.error(), kWrongUsage);
  const auto runs = runs_of(options, *plan);
  if (!runs) return fail(runs.error());
  std::vector<ConditionResult> conditions;
  for (const Runs& condition : *runs) {
    auto result = carry_out_condition(options, condition);
    if (!result) return fail(result.error(), code_of(result.error(), condition));
    conditions.push_back(*std::move(result));
  }
  return report(options, conditions);
}

}  // namespace rubble::apps
