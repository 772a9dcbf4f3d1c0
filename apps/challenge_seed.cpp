// SPDX-License-Identifier: Apache-2.0
#include "apps/challenge_seed.h"

#include <fmt/core.h>

#include <filesystem>

#include "apps/challenge_pictures.h"
#include "apps/support.h"
#include "rubble/evaluation/true_relations.h"

namespace rubble::apps {
namespace {

Result<void> drive_if_needed(const SeedSettings& settings, const TellPhase& tell,
                             SeedResult& result) {
  std::error_code code;
  if (settings.is_drive_kept && std::filesystem::exists(drive_files(result.folder).recording, code))
    return {};
  auto drive = drive_challenge(settings.seed, result.folder,
                               [&](double done) { tell(0.4 * done, "driving"); });
  if (!drive) return drive.error();
  result.drive = *std::move(drive);
  return {};
}

Result<mapping::RelationFile> write_truth(const mapping::RobotLog& log, const std::string& path) {
  mapping::RelationFile truth;
  truth.path = path;
  truth.relations = evaluation::true_relations(log.truth);
  if (const auto written = mapping::write_relations(path, truth.relations); !written)
    return written.error();
  return truth;
}

Result<void> let_teams_map(const SeedSettings& settings, const mapping::RobotLog& log,
                           const TellPhase& tell, SeedResult& result) {
  const auto truth = write_truth(log, result.relations);
  if (!truth) return truth.error();
  for (const ChallengeTeam& team : settings.teams) {
    const double done =
        static_cast<double>(result.teams.size()) / static_cast<double>(settings.teams.size());
    tell(0.5 + 0.5 * done, team.name);
    auto mapped = let_map(team, log, *truth);
    if (!mapped) return mapped.error();
    if (const auto kept = keep_team(result.folder, *mapped); !kept) return kept.error();
    result.teams.push_back(*std::move(mapped));
  }
  return keep_errors_over_time(result.folder, result.teams);
}

}  // namespace

Result<SeedResult> run_challenge_seed(const SeedSettings& settings, const TellPhase& tell) {
  SeedResult result;
  result.seed = settings.seed;
  result.folder = fmt::format("{}/seed{}", settings.folder, settings.seed);
  result.relations = result.folder + "/truth.relations";
  if (const auto driven = drive_if_needed(settings, tell, result); !driven) return driven.error();
  const DriveFiles files = drive_files(result.folder);
  const auto log = mapping::read_robot_log(files.recording);
  if (!log) return log.error();
  if (settings.is_record_only) {
    const auto truth = write_truth(*log, result.relations);
    if (!truth) return truth.error();
    return result;
  }
  auto world = open_world(files.world, {});
  if (!world) return world.error();
  tell(0.45, "looking at beams");
  result.beams = judge_beams(*log, *std::move(world));
  result.reckoning = judge_reckoning(*log);
  if (const auto mapped = let_teams_map(settings, *log, tell, result); !mapped)
    return mapped.error();
  return result;
}

}  // namespace rubble::apps
