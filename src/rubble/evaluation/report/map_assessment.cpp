// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/report/map_assessment.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "rubble/evaluation/distance_field.h"
#include "rubble/evaluation/map_chance.h"

namespace rubble::evaluation {
namespace {

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
  const double corrected = corrected_for_chance(verdict.score.wall_f1, verdict.chance->wall_f1);
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
  return corrected_for_chance(verdict.score.*row.part, (*verdict.chance).*row.part);
}

std::string map_verdict_json(const MapVerdict& verdict) {
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

Image map_overlay(const OccupancyMap& estimate, const OccupancyMap& truth, const MapScore& score) {
  const DistanceField own(estimate), right(truth);
  const Pose2 estimate_from_truth = score.truth_from_estimate.inverse();
  Image image{.width = truth.width, .height = truth.height};
  for (int row = truth.height - 1; row >= 0; --row)
    for (int column = 0; column < truth.width; ++column) {
      const Vec2 point =
          truth.origin * Vec2((column + 0.5) * truth.resolution, (row + 0.5) * truth.resolution);
      const double to_own = own.distance(estimate_from_truth * point);
      const bool is_true = state_of(truth.at(column, row)) == CellState::Wall;
      const bool is_own = to_own <= 0.5 * estimate.resolution;
      std::array<std::uint8_t, 3> color{255, 255, 255};
      if (state_of(truth.at(column, row)) == CellState::Unknown) color = {228, 231, 234};
      if (is_true)
        color = to_own <= score.tolerance ? std::array<std::uint8_t, 3>{45, 50, 56}
                                          : std::array<std::uint8_t, 3>{47, 109, 179};
      else if (is_own && right.distance(point) > score.tolerance)
        color = {209, 73, 91};
      image.rgb.insert(image.rgb.end(), color.begin(), color.end());
    }
  return image;
}

Result<MapVerdict> assess_map(const OccupancyMap& estimate, const OccupancyMap& truth,
                              const MapScoreSettings& settings) {
  const auto score = score_map(estimate, truth, settings);
  if (!score) return score.error();
  const auto chance = chance_of(estimate, truth, settings);
  if (!chance) return chance.error();
  MapVerdict verdict{
      .score = *score, .chance = chance->score, .own_mirror_f1 = chance->own_mirror_f1};
  for (const std::string& doubt : {map_doubt(*score, !settings.aligns), chance_doubt(verdict)})
    if (!doubt.empty()) verdict.remarks.push_back(doubt);
  return verdict;
}

}  // namespace rubble::evaluation
