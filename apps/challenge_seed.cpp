// SPDX-License-Identifier: Apache-2.0
#include "apps/challenge_seed.h"

#include <fmt/core.h>

#include <filesystem>

#include "apps/challenge_pictures.h"
#include "apps/challenge_socket.h"
#include "apps/support.h"
#include "rubble/evaluation/true_relations.h"

namespace rubble::apps {
namespace {

Result<void> drive_if_needed(const SeedSettings& settings, const TellPhase& tell,
                             SeedResult& result) {
  std::error_code code;
  if (settings.is_drive_kept && std::filesystem::exists(drive_files(result.folder).recording, code))
    return {};
  auto drive = drive_challenge(settings.maze, result.folder,
                               [&](double done) { tell(0.4 * done, "driving"); });
  if (!drive) return drive.error();
  result.drive = *std::move(drive);
  return {};
}

Result<mapping::RelationFile> write_truth(const mapping::Trajectory& exact,
                                          const SeedResult& result) {
  mapping::RelationFile truth;
  truth.path = result.relations;
  truth.relations = evaluation::true_relations(exact.poses);
  if (const auto written = mapping::write_relations(truth.path, truth.relations); !written)
    return written.error();
  if (const auto written = mapping::write_trajectory(result.folder + "/truth.tum", exact); !written)
    return written.error();
  return truth;
}

Result<void> let_teams_map(const SeedSettings& settings, const mapping::RobotLog& log,
                           const mapping::RelationFile& truth, const TellPhase& tell,
                           SeedResult& result) {
  for (const ChallengeTeam& team : settings.teams) {
    const double done =
        static_cast<double>(result.teams.size()) / static_cast<double>(settings.teams.size());
    tell(0.5 + 0.5 * done, team.name);
    auto mapped = let_map(team, log, truth);
    if (!mapped) return mapped.error();
    if (const auto kept = keep_team(result.folder, *mapped); !kept) return kept.error();
    result.teams.push_back(*std::move(mapped));
  }
  return keep_errors_over_time(result.folder, result.teams);
}

}  // namespace

Result<SeedResult> run_challenge_seed(const SeedSettings& settings, const TellPhase& tell) {
  SeedResult result;
  result.seed = settings.maze.seed;
  result.folder = fmt::format("{}/seed{}", settings.folder, result.seed);
  result.relations = result.folder + "/truth.relations";
  if (const auto driven = drive_if_needed(settings, tell, result); !driven) return driven.error();
  const DriveFiles files = drive_files(result.folder);
  auto exact = mapping::read_trajectory(files.recording);
  if (!exact) return exact.error();
  const auto truth = write_truth(*exact, result);
  if (!truth) return truth.error();
  if (settings.is_record_only) return result;
  auto log =
      hear_over_socket(files.recording, [&](double done) { tell(0.4 + 0.1 * done, "listening"); });
  if (!log) return log.error();
  log->truth = std::move(exact->poses);
  auto world = open_world(files.world, {});
  if (!world) return world.error();
  tell(0.5, "looking at beams");
  result.beams = judge_beams(*log, *std::move(world));
  result.reckoning = judge_reckoning(*log);
  if (const auto mapped = let_teams_map(settings, *log, *truth, tell, result); !mapped)
    return mapped.error();
  return result;
}

}  // namespace rubble::apps
