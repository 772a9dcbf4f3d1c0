// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "apps/challenge_report.h"
#include "rubble/base/shell_text.h"

namespace rubble::apps {
namespace {

void print_row(const std::vector<std::string>& cells) {
  fmt::print("{:<30} {:>16} {:>16} {:>13} {:>7}\n", cells[0], cells[1], cells[2], cells[3],
             cells[4]);
}

void print_drive(const challenge::SeedResult& seed) {
  const challenge::ChallengeDrive& drive = seed.drive;
  fmt::print(
      "{}, seed {}: {:.0f} m in {:.0f} s through {} of {} cells, {} including cells only seen, "
      "maximum tilt {:.0f} degrees; to repeat the drive:\n  {}\n",
      seed.place.condition.word, seed.seed(), drive.distance, seconds_at(drive.ticks),
      drive.cells_driven, drive.cells, drive.cells_seen, degrees(drive.max_tilt),
      challenge::repeat_command(drive, seed.seed()));
}

void print_team(const challenge::TeamResult& team) {
  print_row(challenge::cells_of(challenge::score_of(team)));
  if (team.assessment.unmatched > 0)
    fmt::print("  of {}, {} relations are not scored: its trajectory has no pose there\n",
               team.team.name, team.assessment.unmatched);
}

void print_pooled(const challenge::ConditionResult& result) {
  if (result.seeds.size() < 2) return;
  fmt::print("{}, all {} seeds together\n", result.condition.word, result.seeds.size());
  print_row(challenge::kScoreHead);
  for (const challenge::ScoreRow& row : challenge::pooled_scores(result.seeds))
    print_row(challenge::cells_of(row));
}

void print_table(const report::ReportTable& table) {
  fmt::print("\n{}\n", table.title);
  const auto print = [](const std::vector<std::string>& cells) {
    fmt::print("{:<30}", cells.front());
    for (std::size_t i = 1; i < cells.size(); ++i) fmt::print(" {:>15}", cells[i]);
    fmt::print("\n");
  };
  print(table.head);
  for (const auto& row : table.rows) print(row);
}

}  // namespace

void print_seed(const challenge::SeedResult& seed) {
  print_drive(seed);
  if (seed.teams.empty()) return;
  fmt::print(
      "  beams that met a wall: {:.1f} % of all returns, {:.2f} % of the accepted ones; {:.0f} % "
      "of "
      "them accepted\n",
      100 * seed.beams.right_unhandled(), 100 * seed.beams.right_share(),
      100 * seed.beams.kept_share());
  fmt::print(
      "  odometry drift per metre (RMS): wheels {:.3f} m, {:.1f} degrees; with the inertial unit's "
      "heading {:.3f} m, {:.2f} degrees\n",
      seed.reckoning.wheels, degrees(seed.reckoning.wheels_turn), seed.reckoning.inertial,
      degrees(seed.reckoning.inertial_turn));
  print_row(challenge::kScoreHead);
  for (const challenge::TeamResult& team : seed.teams) print_team(team);
  fmt::print("\n");
}

void print_conditions(std::span<const challenge::ConditionResult> conditions) {
  const challenge::ConditionResult& first = conditions.front();
  if (first.seeds.front().teams.empty()) return;
  for (const challenge::ConditionResult& result : conditions) print_pooled(result);
  for (const challenge::ScoreRow& row : challenge::paper_scores())
    print_row(challenge::cells_of(row));
  if (conditions.size() > 1 || first.seeds.size() > 1) {
    print_table(challenge::error_table(conditions));
    print_table(challenge::map_table(conditions));
  }
  fmt::print("\n");
}

void print_invitation(const challenge::SeedResult& seed) {
  fmt::print(
      "To take part: serve the log, map it, and score the result:\n"
      "  ./rubble replay {}\n"
      "  ./rubble assess --trajectory THEIRS --relations {}\n"
      "  ./rubble assess --map-estimate THEIRS.yaml --map-truth {}\n"
      "To add a team to the table, repeat the command with --keep --team NAME=THEIRS.\n",
      shell_quoted(seed.folder + "/run.mcap"), shell_quoted(seed.folder + "/truth.relations"),
      shell_quoted(seed.folder + "/truth.yaml"));
}

}  // namespace rubble::apps
