// SPDX-License-Identifier: Apache-2.0
#include "rubble/challenge/page.h"

#include <fmt/format.h>

#include "rubble/base/assert.h"
#include "rubble/base/shell_text.h"
#include "rubble/challenge/pictures.h"
#include "rubble/report/document.h"

namespace rubble::challenge {
namespace {

std::string settings_of(const PlaceSettings& place) {
  return fmt::format("{:g} x {:g} m, haze of density {:g}, lasers see {}. ",
                     place.effective_width(), place.effective_height(), place.effective_smoke(),
                     place.laser_range ? fmt::format("{:g} m", *place.laser_range) : "5.6 m");
}

std::string drive_of(const ChallengeDrive& drive) {
  return fmt::format(
      "{:.0f} m in {:.0f} s through {} of {} cells, {} including cells only seen, maximum tilt "
      "{:.0f}°. ",
      drive.distance, seconds_at(drive.ticks), drive.cells_driven, drive.cells, drive.cells_seen,
      degrees(drive.max_tilt));
}

std::string beams_of(const SeedResult& seed) {
  return fmt::format(
      "Of all laser returns, {:.1f} % are from walls; of those that ramp handling accepts, {:.2f} "
      "%, and it accepts {:.0f} % of the wall returns. Odometry drift per metre (RMS): wheels "
      "alone {:.2f} m and {:.0f}°, with the heading of the inertial unit {:.3f} m and {:.2f}°.",
      100 * seed.beams.right_unhandled(), 100 * seed.beams.right_share(),
      100 * seed.beams.kept_share(), seed.reckoning.wheels, degrees(seed.reckoning.wheels_turn),
      seed.reckoning.inertial, degrees(seed.reckoning.inertial_turn));
}

// The folder of a seed, relative to that of the page.
std::string link_to(const SeedResult& seed, const std::string& page_folder) {
  RUBBLE_ASSERT(seed.folder.starts_with(page_folder + "/"));
  return seed.folder.substr(page_folder.size() + 1);
}

std::string map_words(const TeamResult& team) {
  if (!team.map_score) return "no walls";
  return fmt::format("{:.0f} % of its walls are true, it has {:.0f} % of the true ones",
                     100 * team.map_score->wall_precision, 100 * team.map_score->wall_recall);
}

// A submission has its own files elsewhere.
std::vector<report::FileLink> files_of(const ChallengeTeam& team, const std::string& folder) {
  std::vector<report::FileLink> files;
  if (!team.is_submission()) files.push_back({"trajectory", folder + "/" + trajectory_file(team)});
  if (team.map.empty()) files.push_back({"map", folder + "/" + team.word + ".yaml"});
  return files;
}

std::vector<report::Figure> maps_of(const SeedResult& seed, const std::string& folder) {
  std::vector<report::Figure> figures;
  figures.push_back(
      {.title = "Ground truth",
       .picture = folder + "/" + true_map_file(),
       .files = {{"trajectory", folder + "/truth.tum"}, {"map", folder + "/truth.yaml"}}});
  for (const TeamResult& team : seed.teams)
    figures.push_back({.title = team.team.name + ":",
                       .caption = map_words(team),
                       .picture = folder + "/" + map_file(team.team),
                       .files = files_of(team.team, folder)});
  return figures;
}

report::Figure errors_of(const std::string& folder) {
  return {.title = "Errors over time,",
          .caption =
              "with a scale for each team; a dot is a relation at the time stamp of its later end.",
          .picture = folder + "/" + errors_file(),
          .files = {{"data (CSV)", folder + "/" + errors_data_file()}}};
}

report::Section section_of(const SeedResult& seed, const std::string& folder) {
  std::vector<ScoreRow> rows;
  for (const TeamResult& team : seed.teams) rows.push_back(score_of(team));
  report::Section section(fmt::format("{}, seed {}", seed.place.condition.word, seed.seed()));
  section.table(score_table(rows, {}));
  section.note(settings_of(seed.place) + drive_of(seed.drive) + beams_of(seed));
  section.note("Maps are aligned with the true map; the line is the path.");
  return section.gallery(maps_of(seed, folder)).figure(errors_of(folder));
}

report::Section section_of(const ConditionResult& result, const std::string& page_folder) {
  report::Section section(fmt::format("{}: {}", result.condition.word, result.condition.about));
  report::ReportTable pooled = score_table(pooled_scores(result.seeds), paper_scores());
  pooled.title = "All seeds together";
  section.table(pooled);
  for (const SeedResult& seed : result.seeds)
    section.subsection(section_of(seed, link_to(seed, page_folder)));
  return section;
}

report::Section invitation_of(const SeedResult& seed) {
  const auto file = [&](const std::string& name) { return shell_quoted(seed.folder + name); };
  report::Section section("Take part");
  section.text("Serve the log as the robot sent it, map it, and score the result:");
  return section.commands(
      fmt::format("./rubble replay {} --port 3000\n"
                  "./rubble assess --trajectory YOURS.txt --relations {}\n"
                  "./rubble assess --map-estimate YOURS.yaml --map-truth {}",
                  file("/run.mcap"), file("/truth.relations"), file("/truth.yaml")));
}

}  // namespace

std::string challenge_page(std::span<const ConditionResult> conditions, const std::string& folder) {
  report::Document document("The Interleague Challenge");
  document.lead(
      "The Element with two URG-04LX and an inertial unit, teleoperated through a maze with pitch "
      "and roll ramps of 15°, or what stands in its place. Errors are of relations of exactly "
      "known places: neighbours, places passed again, and places far apart. Map F1 is 1 for a map "
      "with all true walls and no others, within 10 cm. The rows of 2009 are of a real maze and "
      "relations made by hand.");
  report::Section overview("Overview");
  overview.table(error_table(conditions)).table(map_table(conditions));
  document.add(overview);
  for (const ConditionResult& result : conditions) document.add(section_of(result, folder));
  return document.add(invitation_of(conditions.front().seeds.front())).html();
}

}  // namespace rubble::challenge
