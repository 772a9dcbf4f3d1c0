// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/assess_report.h"
#include "apps/support.h"
#include "rubble/base/log.h"
#include "rubble/evaluation/map_chance.h"
#include "rubble/sdf/load.h"

namespace rubble::apps {
namespace {

using evaluation::CellState;
using evaluation::MapScore;
using maps::OccupancyMap;
using Json = nlohmann::ordered_json;

// Maps of different buildings reached 0.13 where they fitted best, sparse ones 0.31, while nearly
// all free space agreed. A part of the right map has nearly all of its walls.
constexpr double kHardlyAny = 0.4;

// What a judge should know first; nothing where the maps are of one place.
std::string map_doubt(const MapScore& score, bool as_they_stand) {
  const double best = std::max(score.wall_precision, score.wall_recall);
  if (best >= kHardlyAny) return {};
  return fmt::format(
      "{} at most {:.0f} % of the walls agree: {}; the other numbers mean little",
      as_they_stand ? "as the maps stand" : "even where the maps fit best", 100.0 * best,
      as_they_stand ? "they may need to be laid on each other (without --as-they-stand)"
                    : "they are probably of different places, or one is badly bent");
}

std::string chance_doubt(const MapVerdict& verdict) {
  constexpr double kHardlyMore = 0.25;
  if (!verdict.chance)
    return fmt::format(
        "the true map is its own mirror image ({:.0f} % of its walls agree), so that it cannot "
        "tell "
        "what chance would score",
        100.0 * verdict.own_mirror_f1);
  const double corrected =
      evaluation::corrected_for_chance(verdict.score.wall_f1, verdict.chance->wall_f1);
  if (corrected >= kHardlyMore) return {};
  return fmt::format(
      "the walls' F1 of {:.2f} is hardly more than the {:.2f} that the same map reaches on the "
      "truth's mirror image: they are probably of different places",
      verdict.score.wall_f1, verdict.chance->wall_f1);
}

Json json_or_null(const MapVerdict& verdict, double (*value)(const MapVerdict&, const MapRow&)) {
  if (!verdict.chance) return nullptr;
  Json json = Json::object();
  for (const MapRow& row : map_rows())
    if (row.has_chance) json[row.key] = value(verdict, row);
  return json;
}

std::string score_json(const MapVerdict& verdict) {
  const MapScore& score = verdict.score;
  const Pose2& pose = score.truth_from_estimate;
  Json json{
      {"truth_from_estimate", {{"x", pose.x}, {"y", pose.y}, {"theta_deg", degrees(pose.theta)}}},
      {"tolerance", score.tolerance}};
  for (const MapRow& row : map_rows()) json[row.key] = score.*row.part;
  json["wall_distance_median"] = score.wall_distance;
  json["chance"] = json_or_null(verdict, [](const MapVerdict& whole, const MapRow& row) {
    return (*whole.chance).*row.part;
  });
  json["corrected"] = json_or_null(verdict, [](const MapVerdict& whole, const MapRow& row) {
    return *corrected_of(whole, row);
  });
  json["own_mirror_f1"] = verdict.own_mirror_f1;
  json["remarks"] = verdict.remarks;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void print_score(const MapVerdict& verdict) {
  const MapScore& score = verdict.score;
  const Pose2& pose = score.truth_from_estimate;
  fmt::print("laid on the truth by x {:.3f} m, y {:.3f} m, {:.2f} deg\n", pose.x, pose.y,
             degrees(pose.theta));
  fmt::print("{:<16} {:>5} {:>7} {:>10}\n", "", "score", "chance", "corrected");
  for (const MapRow& row : map_rows()) {
    fmt::print("{:<16} {:.3f}", row.name, score.*row.part);
    if (const auto corrected = corrected_of(verdict, row))
      fmt::print("   {:.3f} {:>10.3f}", (*verdict.chance).*row.part, *corrected);
    else
      fmt::print("{:18}", "");
    fmt::print("  {}\n", meaning_of(row, score));
  }
  fmt::print("its walls are {:.3f} m from true ones (median)\n", score.wall_distance);
}

// On the truth's cells: black where both have a wall, red only the estimate's, blue only the
// truth's.
Image overlay_picture(const OccupancyMap& estimate, const OccupancyMap& truth,
                      const MapScore& score) {
  const evaluation::DistanceField own(estimate), right(truth);
  const Pose2 estimate_from_truth = score.truth_from_estimate.inverse();
  Image image{.width = truth.width, .height = truth.height};
  for (int row = truth.height - 1; row >= 0; --row)
    for (int column = 0; column < truth.width; ++column) {
      const Vec2 point =
          truth.origin * Vec2((column + 0.5) * truth.resolution, (row + 0.5) * truth.resolution);
      const double to_own = own.distance(estimate_from_truth * point);
      const bool is_true = evaluation::state_of(truth.at(column, row)) == CellState::Wall;
      const bool is_own = to_own <= 0.5 * estimate.resolution;
      std::array<std::uint8_t, 3> color{255, 255, 255};
      if (evaluation::state_of(truth.at(column, row)) == CellState::Unknown)
        color = {228, 231, 234};
      if (is_true)
        color = to_own <= score.tolerance ? std::array<std::uint8_t, 3>{45, 50, 56}
                                          : std::array<std::uint8_t, 3>{47, 109, 179};
      else if (is_own && right.distance(point) > score.tolerance)
        color = {209, 73, 91};
      image.rgb.insert(image.rgb.end(), color.begin(), color.end());
    }
  return image;
}

}  // namespace

const std::vector<MapRow>& map_rows() {
  static const std::vector<MapRow> rows = {
      {"wall_precision", "wall precision", &MapScore::wall_precision, true,
       "of its walls: within {:g} m of a true one"},
      {"wall_recall", "wall recall", &MapScore::wall_recall, true,
       "of the true walls: within {:g} m of one of its own"},
      {"wall_f1", "wall F1", &MapScore::wall_f1, true, "both in one number"},
      {"free_agreement", "free agreement", &MapScore::free_agreement, true,
       "of what is truly free and known: free there too"},
      {"free_overlap", "free overlap", &MapScore::free_overlap, true,
       "free in both over free in either"},
      {"agreement", "agreement", &MapScore::agreement, true, "of what both know: the same"},
      {"explored", "explored", &MapScore::explored, false, "of what the truth knows: known"},
      {"beyond", "beyond", &MapScore::beyond, false, "of what it knows: not known to the truth"},
      {"mutual_information", "information", &MapScore::information, true,
       "mutual, of walls and free space, of the truth's own"}};
  return rows;
}

std::string meaning_of(const MapRow& row, const MapScore& score) {
  return fmt::format(fmt::runtime(row.meaning), score.tolerance);
}

std::optional<double> corrected_of(const MapVerdict& verdict, const MapRow& row) {
  if (!verdict.chance || !row.has_chance) return std::nullopt;
  return evaluation::corrected_for_chance(verdict.score.*row.part, (*verdict.chance).*row.part);
}

namespace {

Result<MapVerdict> judge_maps(const OccupancyMap& estimate, const OccupancyMap& truth,
                              const AssessOptions& options) {
  const evaluation::MapScoreSettings settings{.aligns = !options.as_they_stand,
                                              .tolerance = options.wall_tolerance};
  const auto score = evaluation::score_map(estimate, truth, settings);
  if (!score) return score.error();
  const auto chance = evaluation::chance_of(estimate, truth, settings);
  if (!chance) return chance.error();
  MapVerdict verdict{.estimate = options.map_estimate,
                     .truth = options.map_truth,
                     .score = *score,
                     .chance = chance->score,
                     .own_mirror_f1 = chance->own_mirror_f1};
  for (const std::string& doubt : {map_doubt(*score, options.as_they_stand), chance_doubt(verdict)})
    if (!doubt.empty()) verdict.remarks.push_back(doubt);
  return verdict;
}

Result<void> write_map_reports(const OccupancyMap& estimate, const OccupancyMap& truth,
                               const MapVerdict& verdict, const AssessOptions& options) {
  if (options.map_picture.empty() && options.html.empty()) return {};
  const Image picture = overlay_picture(estimate, truth, verdict.score);
  if (!options.map_picture.empty())
    if (const auto drawn = write_picture(options.map_picture, picture); !drawn) return drawn;
  if (options.html.empty()) return {};
  return write_file(options.html, assess_map_page(verdict, picture));
}

}  // namespace

int assess_maps(const AssessOptions& options) {
  if (const auto kept = check_inputs_are_kept({options.map_picture, options.html},
                                              {options.map_estimate, options.map_truth});
      !kept)
    return fail(kept.error(), kWrongUsage);
  if (const auto fine = check_writable({options.map_picture, options.html}); !fine)
    return fail(fine.error(), kRunFailed);
  const auto estimate = maps::read_map(resolve_data_path(options.map_estimate));
  if (!estimate) return fail(estimate.error());
  const auto truth = maps::read_map(resolve_data_path(options.map_truth));
  if (!truth) return fail(truth.error());
  const auto verdict = judge_maps(*estimate, *truth, options);
  if (!verdict) return fail(verdict.error());
  if (const auto written = write_map_reports(*estimate, *truth, *verdict, options); !written)
    return fail(written.error(), kRunFailed);
  for (const std::string& doubt : verdict->remarks) log_warning("{}", doubt);
  if (options.json)
    fmt::print("{}\n", score_json(*verdict));
  else
    print_score(*verdict);
  print_written_files({options.map_picture, options.html});
  if (verdict->score.wall_f1 >= options.map_f1) return kDone;
  fmt::print(stderr, "rubble: the walls' F1 is {:.4g}, below {:g}\n", verdict->score.wall_f1,
             options.map_f1);
  return kRunFailed;
}

}  // namespace rubble::apps
