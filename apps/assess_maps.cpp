// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/assess_report.h"
#include "apps/support.h"
#include "rubble/base/log.h"
#include "rubble/evaluation/map_score.h"

namespace rubble::apps {
namespace {

using evaluation::CellState;
using evaluation::MapScore;
using mapping::OccupancyMap;
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

std::string score_json(const MapScore& score, const std::string& doubt) {
  const Pose2& pose = score.truth_from_estimate;
  return Json{
      {"truth_from_estimate", {{"x", pose.x}, {"y", pose.y}, {"theta_deg", degrees(pose.theta)}}},
      {"tolerance", score.tolerance},
      {"wall_precision", score.wall_precision},
      {"wall_recall", score.wall_recall},
      {"wall_f1", score.wall_f1},
      {"wall_distance_median", score.wall_distance},
      {"free_agreement", score.free_agreement},
      {"free_overlap", score.free_overlap},
      {"agreement", score.agreement},
      {"explored", score.explored},
      {"beyond", score.beyond},
      {"mutual_information", score.information},
      {"remarks", doubt.empty() ? Json::array() : Json::array({doubt})}}
      .dump();
}

void print_score(const MapScore& score) {
  const Pose2& pose = score.truth_from_estimate;
  fmt::print("laid on the truth by x {:.3f} m, y {:.3f} m, {:.2f} deg\n", pose.x, pose.y,
             degrees(pose.theta));
  const auto add = [](const char* name, double value, const std::string& meaning) {
    fmt::print("{:<16} {:.3f}  {}\n", name, value, meaning);
  };
  add("wall precision", score.wall_precision,
      fmt::format("of its walls: within {:g} m of a true one", score.tolerance));
  add("wall recall", score.wall_recall,
      fmt::format("of the true walls: within {:g} m of one of its own", score.tolerance));
  add("wall F1", score.wall_f1, "both in one number");
  add("free agreement", score.free_agreement, "of what is truly free and known: free there too");
  add("free overlap", score.free_overlap, "free in both over free in either");
  add("agreement", score.agreement, "of what both know: the same");
  add("explored", score.explored, "of what the truth knows: known");
  add("beyond", score.beyond, "of what it knows: not known to the truth");
  add("information", score.information, "mutual, of walls and free space, of the truth's own");
  fmt::print("its walls are {:.3f} m from true ones (median)\n", score.wall_distance);
}

// On the truth's cells: black where both have a wall, red only the estimate's, blue only the
// truth's.
Image overlay_picture(const OccupancyMap& estimate, const OccupancyMap& truth,
                      const MapScore& score) {
  const evaluation::WallField own(estimate), right(truth);
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

int assess_maps(const AssessOptions& options) {
  const auto estimate = mapping::read_map(found_file(options.map_estimate));
  if (!estimate) return fail(estimate.error());
  const auto truth = mapping::read_map(found_file(options.map_truth));
  if (!truth) return fail(truth.error());
  const auto score = evaluation::score_map(
      *estimate, *truth, {.aligns = !options.as_they_stand, .tolerance = options.wall_tolerance});
  if (!score) return fail(score.error());
  if (!options.map_picture.empty())
    if (const auto drawn =
            write_picture(options.map_picture, overlay_picture(*estimate, *truth, *score));
        !drawn)
      return fail(drawn.error(), kRunFailed);
  const std::string doubt = map_doubt(*score, options.as_they_stand);
  if (!doubt.empty()) log_warning("{}", doubt);
  if (options.json)
    fmt::print("{}\n", score_json(*score, doubt));
  else
    print_score(*score);
  if (score->wall_f1 >= options.map_f1) return kDone;
  fmt::print(stderr, "rubble: the walls' F1 is {:.4g}, below {:g}\n", score->wall_f1,
             options.map_f1);
  return kRunFailed;
}

}  // namespace rubble::apps
