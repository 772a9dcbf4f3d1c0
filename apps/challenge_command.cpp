// SPDX-License-Identifier: Apache-2.0
#include "apps/challenge_command.h"

#include <fmt/core.h>

#include <optional>

#include "apps/challenge_report.h"
#include "apps/commands.h"
#include "apps/support.h"
#include "rubble/challenge/challenge.h"

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

Result<challenge::ChallengeSettings> settings_of(const ChallengeOptions& options) {
  if (options.output.empty()) return Error{{}, "-o wants the name of a folder"};
  challenge::ChallengeSettings settings{.width = options.width,
                                        .height = options.height,
                                        .smoke = options.smoke,
                                        .laser_range = options.laser_range,
                                        .output = options.output,
                                        .is_without_ramps = options.is_without_ramps,
                                        .is_record_only = options.is_record_only,
                                        .reuses_drive = options.reuses_drive};
  auto conditions = challenge::conditions_named(options.conditions);
  if (!conditions) return conditions.error();
  settings.conditions = *std::move(conditions);
  auto seeds = chosen_seeds(options);
  if (!seeds) return seeds.error();
  settings.seeds = *std::move(seeds);
  auto submissions = challenge::submissions_of(
      options.submissions, {settings.seeds.size() > 1, settings.conditions.size() > 1});
  if (!submissions) return submissions.error();
  settings.submissions = *std::move(submissions);
  return settings;
}

// Files of teams are not overwritten, and recordings that are used again are of these runs.
Result<void> check_files(const challenge::Runs& runs) {
  for (const challenge::SeedSettings& settings : runs) {
    for (const challenge::ChallengeTeam& team : settings.teams)
      if (team.is_submission())
        if (const auto safe = check_inputs_are_kept(challenge::output_files(settings),
                                                    {team.trajectory, team.map});
            !safe)
          return safe;
    if (const auto checked = challenge::check_recorded_drive(settings); !checked) return checked;
  }
  return {};
}

Result<std::vector<challenge::Runs>> runs_of(const challenge::ChallengeSettings& settings) {
  auto all = challenge::plan_challenge(settings);
  if (!all) return all.error();
  for (const challenge::Runs& runs : *all)
    if (const auto checked = check_files(runs); !checked) return checked.error();
  return all;
}

Result<challenge::ConditionResult> run_with_progress(const challenge::Runs& runs, bool is_silent) {
  std::optional<Progress> progress;
  challenge::ChallengeObserver observer;
  observer.progress = [&](const challenge::SeedSettings& settings, double done,
                          const std::string& what) {
    if (!progress)
      progress.emplace(
          fmt::format("{}, seed {}", settings.place.condition.word, settings.place.seed));
    progress->show(done, what);
  };
  observer.finished = [&](const challenge::SeedResult& seed) {
    if (!is_silent) print_seed(seed);
    progress.reset();
  };
  return challenge::run_condition(runs, observer);
}

// A submission that cannot be scored is bad input; whatever else fails after the preparation is a
// run that failed.
int code_of(const Error& error, const challenge::Runs& runs) {
  for (const challenge::SeedSettings& settings : runs)
    for (const challenge::ChallengeTeam& team : settings.teams)
      if (team.is_submission() && error.at.file == team.trajectory) return kBadInput;
  return kRunFailed;
}

int report_results(const ChallengeOptions& options,
                   const std::vector<challenge::ConditionResult>& conditions) {
  std::string page;
  if (!options.is_record_only) {
    const auto written = challenge::write_challenge_page(options.output, conditions);
    if (!written) return fail(written.error(), kRunFailed);
    page = *written;
  }
  if (options.json) {
    fmt::print("{}\n", challenge::challenge_json(conditions));
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
  const auto settings = settings_of(options);
  if (!settings) return fail(settings.error(), kWrongUsage);
  const auto runs = runs_of(*settings);
  if (!runs) return fail(runs.error());
  std::vector<challenge::ConditionResult> conditions;
  for (const challenge::Runs& condition : *runs) {
    auto result = run_with_progress(condition, options.json);
    if (!result) return fail(result.error(), code_of(result.error(), condition));
    conditions.push_back(*std::move(result));
  }
  return report_results(options, conditions);
}

}  // namespace rubble::apps
