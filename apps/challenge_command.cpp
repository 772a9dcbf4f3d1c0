// SPDX-License-Identifier: Apache-2.0
#include "apps/challenge_command.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "apps/challenge_page.h"
#include "apps/commands.h"
#include "apps/support.h"

namespace rubble::apps {
namespace {

constexpr std::uint64_t kMostSeeds = 100;

Result<std::vector<std::uint64_t>> chosen_seeds(const ChallengeOptions& options) {
  if (options.seeds.empty()) return std::vector<std::uint64_t>{options.seed};
  const std::size_t dash = options.seeds.find('-');
  const auto first = whole_number_of(std::string_view(options.seeds).substr(0, dash));
  const auto last = dash == std::string::npos
                        ? first
                        : whole_number_of(std::string_view(options.seeds).substr(dash + 1));
  if (!first || !last || *last < *first || *last - *first >= kMostSeeds)
    return Error{{},
                 fmt::format("--seeds wants A-B with at most {} of them, such as 1-10, got '{}'",
                             kMostSeeds, options.seeds)};
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t i = 0; i <= *last - *first; ++i) seeds.push_back(*first + i);
  return seeds;
}

std::vector<ChallengeTeam> chosen_teams(const ChallengeOptions& options) {
  std::vector<ChallengeTeam> teams = challenge_teams();
  const std::vector<ChallengeTeam> flat = teams_without_ramp_handling();
  if (options.is_without_ramps) teams.resize(1);
  teams.insert(teams.end(), flat.begin(), flat.end());
  return teams;
}

nlohmann::ordered_json json_of(const ScoreRow& row) {
  return {{"team", row.team},
          {"absolute", {row.mean, row.std}},
          {"squared", {row.squared_mean, row.squared_std}},
          {"max", row.max},
          {"map_f1", row.map_f1 ? nlohmann::ordered_json(*row.map_f1) : nullptr}};
}

nlohmann::ordered_json json_of(const TeamResult& result) {
  nlohmann::ordered_json json = json_of(score_of(result));
  json["neighbours"] = result.assessment.neighbour.translation.mean;
  json["loops"] = result.assessment.loop.translation.mean;
  json["rotation_deg"] = result.assessment.all.rotation_deg.mean;
  json["relations"] = result.assessment.all.translation.count;
  json["unmatched"] = result.assessment.unmatched;
  json["loops_closed"] = result.report.loops_closed;
  json["cpu_seconds"] = result.cpu_seconds;
  return json;
}

nlohmann::ordered_json json_of(const SeedResult& seed) {
  nlohmann::ordered_json json{{"seed", seed.seed}, {"folder", seed.folder}};
  if (seed.drive)
    json["drive"] = {{"seconds", seconds_at(seed.drive->ticks)},
                     {"distance", seed.drive->distance},
                     {"steepest_deg", degrees(seed.drive->steepest)},
                     {"cells", seed.drive->cells},
                     {"cells_driven", seed.drive->cells_driven},
                     {"hung", seed.drive->troubles},
                     {"stops_missed", seed.drive->stops_missed},
                     {"cpu_seconds", seed.drive->cpu_seconds},
                     {"state_hash", fmt::format("{:016x}", seed.drive->state_hash)},
                     {"again", repeat_command(*seed.drive, seed.seed)}};
  if (seed.teams.empty()) return json;
  json["beams"] = {{"walls_of_returns", seed.beams.right_unhandled()},
                   {"walls_of_kept", seed.beams.right_share()},
                   {"kept_of_walls", seed.beams.kept_share()}};
  json["off_a_metre"] = {
      {"wheels", {seed.reckoning.wheels, degrees(seed.reckoning.wheels_turn)}},
      {"inertial", {seed.reckoning.inertial, degrees(seed.reckoning.inertial_turn)}}};
  for (const TeamResult& team : seed.teams) json["teams"].push_back(json_of(team));
  return json;
}

void print_row(const std::vector<std::string>& cells) {
  fmt::print("{:<30} {:>16} {:>16} {:>13} {:>7}\n", cells[0], cells[1], cells[2], cells[3],
             cells[4]);
}

void print_seed(const SeedResult& seed) {
  fmt::print("seed {}", seed.seed);
  if (seed.drive)
    fmt::print(
        ": {:.0f} m in {:.0f} s through {} of {} cells, tilted up to {:.0f} degrees; the same "
        "drive again:\n  {}",
        seed.drive->distance, seconds_at(seed.drive->ticks), seed.drive->cells_driven,
        seed.drive->cells, degrees(seed.drive->steepest), repeat_command(*seed.drive, seed.seed));
  fmt::print("\n");
  if (seed.teams.empty()) return;
  fmt::print("  beams from walls: {:.1f} % of all, {:.2f} % of those kept; {:.0f} % of them kept\n",
             100 * seed.beams.right_unhandled(), 100 * seed.beams.right_share(),
             100 * seed.beams.kept_share());
  fmt::print(
      "  off after a metre: wheels {:.3f} m, {:.1f} degrees; with the inertial unit's "
      "heading {:.3f} m, {:.2f} degrees\n",
      seed.reckoning.wheels, degrees(seed.reckoning.wheels_turn), seed.reckoning.inertial,
      degrees(seed.reckoning.inertial_turn));
  print_row(kScoreHead);
  for (const TeamResult& team : seed.teams) print_row(cells_of(score_of(team)));
  fmt::print("\n");
}

void print_all(const std::vector<SeedResult>& seeds) {
  if (seeds.front().teams.empty()) return;
  if (seeds.size() > 1) {
    fmt::print("all {} seeds together\n", seeds.size());
    print_row(kScoreHead);
    for (const ScoreRow& row : pooled_scores(seeds)) print_row(cells_of(row));
  }
  for (const ScoreRow& row : paper_scores()) print_row(cells_of(row));
  fmt::print("\n");
}

void print_invitation(const SeedResult& seed, const std::string& page) {
  fmt::print(
      "Other teams take part so: serve the log, map it, and score what they hand in:\n"
      "  ./rubble replay {0}/run.mcap\n"
      "  ./rubble assess --trajectory THEIRS --relations {0}/truth.relations\n"
      "  ./rubble assess --map-estimate THEIRS.yaml --map-truth {0}/truth.yaml\n",
      seed.folder);
  if (!page.empty()) fmt::print("Maps and errors over time are in {}\n", page);
}

}  // namespace

int challenge(const ChallengeOptions& options) {
  const auto numbers = chosen_seeds(options);
  if (!numbers) return fail(numbers.error(), kWrongUsage);
  std::vector<SeedResult> seeds;
  for (const std::uint64_t number : *numbers) {
    Progress progress(fmt::format("seed {}", number));
    auto seed = run_challenge_seed(
        {{.seed = number, .width = options.width, .height = options.height, .smoke = options.smoke},
         options.output,
         options.is_drive_kept,
         options.is_record_only,
         chosen_teams(options)},
        [&](double done, const std::string& what) { progress.show(done, what); });
    if (!seed) return fail(seed.error(), kRunFailed);
    if (!options.json) print_seed(*seed);
    for (TeamResult& team : seed->teams) team.map = {};
    seeds.push_back(*std::move(seed));
  }
  std::string page;
  if (!options.is_record_only) {
    page = options.output + "/challenge.html";
    if (const auto written = write_file(page, challenge_page(seeds)); !written)
      return fail(written.error(), kRunFailed);
  }
  if (options.json) {
    nlohmann::ordered_json json;
    for (const SeedResult& seed : seeds) json["seeds"].push_back(json_of(seed));
    for (const ScoreRow& row : pooled_scores(seeds)) json["all"].push_back(json_of(row));
    fmt::print("{}\n", json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    return kDone;
  }
  print_all(seeds);
  print_invitation(seeds.front(), page);
  return kDone;
}

}  // namespace rubble::apps
