// SPDX-License-Identifier: Apache-2.0
#include "rubble/challenge/seed.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "rubble/challenge/drive_record.h"
#include "rubble/challenge/log_over_socket.h"
#include "rubble/challenge/pictures.h"
#include "rubble/groundtruth/true_map.h"
#include "rubble/groundtruth/true_relations.h"
#include "rubble/scenario/checked_world.h"

namespace rubble::challenge {
namespace {

// What is known of a drive is written after its end, so that one broken off is never kept.
Result<ChallengeDrive> drive_anew(const SeedSettings& settings, const PhaseProgress& tell) {
  std::error_code code;
  std::filesystem::remove(drive_record_file(settings.folder), code);
  auto drive = drive_challenge(settings.place, settings.folder,
                               [&](double done) { tell(0.4 * done, "driving"); });
  if (!drive) return drive;
  if (const auto kept = write_drive_record(settings.folder, settings.place, *drive); !kept)
    return kept.error();
  return drive;
}

Result<void> drive_if_needed(const SeedSettings& settings, const PhaseProgress& tell,
                             SeedResult& result) {
  if (settings.reuses_drive) {
    auto kept = load_recorded_drive(settings.folder, settings.place);
    if (!kept) return kept.error();
    result.reuses_drive = kept->has_value();
    if (*kept) result.drive = **kept;
    if (*kept) return {};
  }
  auto drive = drive_anew(settings, tell);
  if (!drive) return drive.error();
  result.drive = *std::move(drive);
  return {};
}

Error about_team(const Error& error, const ChallengeTeam& team, const PlaceSettings& place) {
  return {team.is_submission() ? SourceLine{team.trajectory} : error.at,
          fmt::format("{} (team {}, condition {}, seed {})", error.message, team.name,
                      place.condition.word, place.seed)};
}

Result<maps::OccupancyMap> write_true_map(const World& world, const trajectory::Trajectory& exact,
                                          const SeedResult& result) {
  auto truth = groundtruth::true_map_of(world, groundtruth::places_of_starts(world));
  if (!truth) return truth.error();
  if (const auto written = maps::write_map(result.folder + "/truth.yaml", truth->map); !written)
    return written.error();
  if (const auto kept = write_true_map_outputs(result.folder, truth->map, exact); !kept)
    return kept.error();
  return std::move(truth->map);
}

Result<ChallengeTruth> write_truth(const World& world, const trajectory::Trajectory& exact,
                                   const SeedResult& result) {
  ChallengeTruth truth;
  truth.relations.path = result.relations;
  truth.relations.relations = groundtruth::true_relations(exact.poses);
  if (const auto written = trajectory::write_relations(result.relations, truth.relations.relations);
      !written)
    return written.error();
  if (const auto written = trajectory::write_trajectory(result.folder + "/truth.tum", exact);
      !written)
    return written.error();
  auto map = write_true_map(world, exact, result);
  if (!map) return map.error();
  truth.map = *std::move(map);
  return truth;
}

// Scores the file, which anybody can score again. A guest's own map is a file already.
Result<void> score_team_map(const std::string& folder, const maps::OccupancyMap& truth,
                            TeamResult& result) {
  std::string path = result.team.map;
  if (path.empty()) {
    path = folder + "/" + result.team.word + ".yaml";
    if (const auto written = maps::write_map(path, result.map); !written) return written;
  }
  const auto map = maps::read_map(path);
  if (!map) return map.error();
  if (const auto score = evaluation::score_map(*map, truth)) result.map_score = *score;
  return {};
}

Result<void> let_teams_map(const SeedSettings& settings, const logs::RobotLog& log,
                           const ChallengeTruth& truth, const PhaseProgress& tell,
                           SeedResult& result) {
  for (const ChallengeTeam& team : settings.teams) {
    const double done =
        static_cast<double>(result.teams.size()) / static_cast<double>(settings.teams.size());
    tell(0.5 + 0.5 * done, team.name);
    auto mapped = run_baseline(team, log, truth.relations);
    if (!mapped) return about_team(mapped.error(), team, settings.place);
    if (const auto scored = score_team_map(result.folder, truth.map, *mapped); !scored)
      return about_team(scored.error(), team, settings.place);
    if (const auto kept = write_team_outputs(result.folder, *mapped, truth.map); !kept)
      return kept.error();
    result.teams.push_back(*std::move(mapped));
  }
  return write_errors_over_time(result.folder, result.teams);
}

}  // namespace

Result<trajectory::Trajectory> exact_trajectory(const ChallengeDrive& drive) {
  auto exact = trajectory::read_trajectory(drive.files.recording);
  if (!exact) return exact;
  constexpr double kLate = 0.5;  // s
  const double end = exact->poses.empty() ? 0.0 : exact->poses.back().stamp;
  if (std::abs(end - seconds_at(drive.ticks)) < kLate) return exact;
  return Error{{drive.files.recording},
               fmt::format("ends at {:.1f} s, and the drive took {:.1f} s; drive anew without "
                           "--keep",
                           end, seconds_at(drive.ticks))};
}

Result<SeedResult> run_challenge_seed(const SeedSettings& settings, const PhaseProgress& tell) {
  SeedResult result;
  result.place = settings.place;
  result.folder = settings.folder;
  result.relations = result.folder + "/truth.relations";
  if (const auto driven = drive_if_needed(settings, tell, result); !driven) return driven.error();
  const DriveFiles& files = result.drive.files;
  auto exact = exact_trajectory(result.drive);
  if (!exact) return exact.error();
  auto world = scenario::load_checked_world(files.world, {});
  if (!world) return world.error();
  const auto truth = write_truth(*world, *exact, result);
  if (!truth) return truth.error();
  if (settings.is_record_only) return result;
  auto log = read_log_over_socket(files.recording,
                                  [&](double done) { tell(0.4 + 0.1 * done, "listening"); });
  if (!log) return log.error();
  log->truth = std::move(exact->poses);
  tell(0.5, "looking at beams");
  result.beams = classify_beams(*log, *std::move(world));
  result.reckoning = measure_odometry_drift(*log);
  if (const auto mapped = let_teams_map(settings, *log, *truth, tell, result); !mapped)
    return mapped.error();
  return result;
}

}  // namespace rubble::challenge
