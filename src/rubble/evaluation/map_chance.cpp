// SPDX-License-Identifier: Apache-2.0
#include "rubble/evaluation/map_chance.h"

#include <algorithm>

namespace rubble::evaluation {
namespace {

using maps::OccupancyMap;

constexpr double kMaxOwnMirror = 0.9;  // wall F1 from which on the mirror image is the same place

// The columns or rows that have walls.
struct WallSpan {
  int first = 0;
  int last = 0;
};

WallSpan wall_span(const OccupancyMap& map, MirrorAxis axis) {
  WallSpan span{axis == MirrorAxis::Columns ? map.width : map.height, -1};
  for (int row = 0; row < map.height; ++row)
    for (int column = 0; column < map.width; ++column) {
      if (state_of(map.at(column, row)) != CellState::Wall) continue;
      const int at = axis == MirrorAxis::Columns ? column : row;
      span = {std::min(span.first, at), std::max(span.last, at)};
    }
  return span;
}

// The means of what is compared; the rest is left alone.
MapScore mean_of(const MapScore& one, const MapScore& other) {
  MapScore mean = one;
  for (double MapScore::*part :
       {&MapScore::wall_precision, &MapScore::wall_recall, &MapScore::wall_f1,
        &MapScore::wall_distance, &MapScore::free_agreement, &MapScore::free_overlap,
        &MapScore::agreement, &MapScore::explored, &MapScore::beyond, &MapScore::information})
    mean.*part = 0.5 * (one.*part + other.*part);
  return mean;
}

}  // namespace

OccupancyMap mirrored(const OccupancyMap& map, MirrorAxis axis) {
  OccupancyMap image = map;
  const bool is_sideways = axis == MirrorAxis::Columns;
  for (int row = 0; row < map.height; ++row)
    for (int column = 0; column < map.width; ++column)
      image.cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(map.width) +
                  static_cast<std::size_t>(column)] =
          is_sideways ? map.at(map.width - 1 - column, row) : map.at(column, map.height - 1 - row);
  const WallSpan span = wall_span(map, axis);
  const int size = is_sideways ? map.width : map.height;
  const double shift = map.resolution * (span.first - (size - 1 - span.last));
  const Vec2 corner = map.origin * (is_sideways ? Vec2(shift, 0.0) : Vec2(0.0, shift));
  image.origin.x = corner.x();
  image.origin.y = corner.y();
  return image;
}

double corrected_for_chance(double score, double chance) {
  return chance < 1.0 ? (score - chance) / (1.0 - chance) : 0.0;
}

Result<MapChance> chance_of(const OccupancyMap& estimate, const OccupancyMap& truth,
                            const MapScoreSettings& settings) {
  const OccupancyMap image = mirrored(truth, MirrorAxis::Columns);
  const auto own = score_map(truth, image, settings);
  if (!own) return own.error();
  MapChance chance{.own_mirror_f1 = own->wall_f1};
  if (own->wall_f1 > kMaxOwnMirror) return chance;
  const auto score = score_map(estimate, image, settings);
  if (!score) return score.error();
  chance.score = *score;
  if (settings.aligns) return chance;  // the other mirror image is this one, turned around
  const auto other = score_map(estimate, mirrored(truth, MirrorAxis::Rows), settings);
  if (!other) return other.error();
  chance.score = mean_of(*score, *other);
  return chance;
}

}  // namespace rubble::evaluation
