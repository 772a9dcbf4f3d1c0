// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/map_score.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace rubble::evaluation {
namespace {

using maps::OccupancyMap;

Result<void> check_map(const OccupancyMap& map, const char* which, std::size_t max_cells) {
  const auto cells = static_cast<std::size_t>(std::max(0, map.width)) *
                     static_cast<std::size_t>(std::max(0, map.height));
  if (cells == 0 || map.cells.size() != cells)
    return Error{{}, fmt::format("the {} map has no cells", which)};
  if (cells > max_cells)
    return Error{
        {}, fmt::format("the {} map has {} cells; {} can be compared", which, cells, max_cells)};
  if (!(map.resolution > 0.0) || !std::isfinite(map.resolution))
    return Error{{}, fmt::format("the {} map wants a resolution above 0", which)};
  if (std::none_of(map.cells.begin(), map.cells.end(),
                   [](std::uint8_t cell) { return state_of(cell) == CellState::Wall; }))
    return Error{{},
                 fmt::format("the {} map has no walls; are its thresholds right, and does "
                             "'negate' fit the picture?",
                             which)};
  return {};
}

CellState state_at(const OccupancyMap& map, const Vec2& point) {
  const Vec2 cells = map.origin.inverse() * point / map.resolution;
  const double column = std::floor(cells.x()), row = std::floor(cells.y());
  if (column < 0 || row < 0 || column >= map.width || row >= map.height) return CellState::Unknown;
  return state_of(map.at(static_cast<int>(column), static_cast<int>(row)));
}

// Areas in cells by what truth (first) and estimate (second) say.
using Confusion = std::array<std::array<double, 3>, 3>;

Confusion confusion_of(const OccupancyMap& truth, const OccupancyMap& estimate,
                       const Pose2& estimate_from_truth) {
  Confusion confusion{};
  const Pose2 estimate_from_grid = estimate_from_truth * truth.origin;
  for (int row = 0; row < truth.height; ++row)
    for (int column = 0; column < truth.width; ++column) {
      const Vec2 middle{(column + 0.5) * truth.resolution, (row + 0.5) * truth.resolution};
      const auto truly = static_cast<std::size_t>(state_of(truth.at(column, row)));
      const auto told = static_cast<std::size_t>(state_at(estimate, estimate_from_grid * middle));
      confusion[truly][told] += 1.0;
    }
  return confusion;
}

double ratio(double part, double whole) { return whole > 0.0 ? part / whole : 0.0; }

// In bits, over what the truth itself has, of the cells both know.
double shared_information(const Confusion& c) {
  const double all = c[0][0] + c[0][1] + c[1][0] + c[1][1];
  double mutual = 0.0, own = 0.0;
  for (std::size_t t = 0; t < 2; ++t) {
    const double truly = ratio(c[t][0] + c[t][1], all);
    if (truly > 0.0) own -= truly * std::log2(truly);
    for (std::size_t e = 0; e < 2; ++e) {
      const double told = ratio(c[0][e] + c[1][e], all), both = ratio(c[t][e], all);
      if (both > 0.0) mutual += both * std::log2(both / (truly * told));
    }
  }
  return ratio(mutual, own);
}

void add_areas(const Confusion& c, double estimate_known, MapScore& score) {
  const double truth_known = c[0][0] + c[0][1] + c[0][2] + c[1][0] + c[1][1] + c[1][2];
  const double both_known = c[0][0] + c[0][1] + c[1][0] + c[1][1];
  score.free_agreement = ratio(c[0][0], c[0][0] + c[0][1]);
  score.free_overlap = ratio(c[0][0], c[0][0] + c[0][1] + c[1][0]);
  score.agreement = ratio(c[0][0] + c[1][1], both_known);
  score.explored = ratio(both_known, truth_known);
  score.beyond = std::clamp(1.0 - ratio(both_known, estimate_known), 0.0, 1.0);
  score.information = shared_information(c);
}

// Known area of a map, in cells of another size.
double known_cells(const OccupancyMap& map, double resolution) {
  const auto known = std::count_if(map.cells.begin(), map.cells.end(), [](std::uint8_t cell) {
    return state_of(cell) != CellState::Unknown;
  });
  return static_cast<double>(known) * (map.resolution * map.resolution) / (resolution * resolution);
}

std::vector<double> distances_to(const DistanceField& field, const std::vector<Vec2>& points,
                                 const Pose2& field_from_points) {
  std::vector<double> distances;
  for (const Vec2& point : points) distances.push_back(field.distance(field_from_points * point));
  return distances;
}

double share_within(const std::vector<double>& distances, double tolerance) {
  const auto near = std::count_if(distances.begin(), distances.end(),
                                  [&](double distance) { return distance <= tolerance; });
  return ratio(static_cast<double>(near), static_cast<double>(distances.size()));
}

void add_walls(const OccupancyMap& estimate, const OccupancyMap& truth, MapScore& score) {
  auto off = distances_to(DistanceField(truth), wall_points(estimate), score.truth_from_estimate);
  score.wall_precision = share_within(off, score.tolerance);
  score.wall_recall = share_within(distances_to(DistanceField(estimate), wall_points(truth),
                                                score.truth_from_estimate.inverse()),
                                   score.tolerance);
  score.wall_f1 = ratio(2.0 * score.wall_precision * score.wall_recall,
                        score.wall_precision + score.wall_recall);
  const auto half = off.begin() + static_cast<std::ptrdiff_t>(off.size() / 2);
  std::nth_element(off.begin(), half, off.end());
  score.wall_distance = *half;
}

}  // namespace

Result<MapScore> score_map(const OccupancyMap& estimate, const OccupancyMap& truth,
                           const MapScoreSettings& settings) {
  if (const auto checked = check_map(estimate, "estimated", settings.max_cells); !checked)
    return checked.error();
  if (const auto checked = check_map(truth, "true", settings.max_cells); !checked)
    return checked.error();
  MapScore score;
  if (settings.aligns)
    score.truth_from_estimate = align_maps(estimate, truth, settings.alignment).truth_from_estimate;
  score.tolerance = settings.tolerance > 0.0
                        ? settings.tolerance
                        : std::max(0.1, 1.5 * std::max(estimate.resolution, truth.resolution));
  add_walls(estimate, truth, score);
  add_areas(confusion_of(truth, estimate, score.truth_from_estimate.inverse()),
            known_cells(estimate, truth.resolution), score);
  return score;
}

}  // namespace rubble::evaluation
